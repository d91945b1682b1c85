package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.integrity.duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.integrity.duplicates.SharedName;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;

/// Prints the result of `duplicates`: the groups of equal tensors, then a summary.
record DuplicatesPrinter(ResultPrinter printer) {

  private static final int FILE_LIMIT = 200;
  private static final int MOST_NAMES = 20;

  /// The JSON object for tensors of the same bytes.
  private record GroupResult(
      String path,
      String kind,
      String filling,
      long byteCount,
      int storedCount,
      long wastedBytes,
      Stream<TensorResult> tensors) {

    static GroupResult of(
        Location location, DuplicateGroup group, Function<TensorRef, String> file) {
      return new GroupResult(
          location.text(),
          "group",
          group.filling().name().toLowerCase(Locale.ROOT),
          group.byteCount(),
          group.storedCount(),
          group.wastedBytes(),
          group.tensors().stream().map(tensor -> TensorResult.of(tensor, file.apply(tensor))));
    }
  }

  private record TensorResult(String file, String name, String dtype, Shape shape) {

    static TensorResult of(TensorRef tensor, String file) {
      return new TensorResult(
          file, tensor.info().name(), tensor.info().dtype().name(), tensor.info().shape());
    }
  }

  /// The JSON object for a name that was left out when the file was written.
  private record SharedNameResult(
      String path, String kind, String file, String dropped, String kept) {

    static SharedNameResult of(Location location, SharedName shared, String file) {
      return new SharedNameResult(
          location.text(), "shared-name", file, shared.dropped(), shared.kept().info().name());
    }
  }

  /// The last JSON object for an argument; its numbers are null where nothing could be read.
  private record SummaryResult(
      String path, String kind, Integer groupCount, Long wastedBytes, Long unreadableCount) {}

  /// Prints, for programs, that nothing could be read.
  void printNothing(Location location) {
    printer.printJson(new SummaryResult(location.text(), "summary", null, null, null));
  }

  /// Prints the equal tensors that an argument leads to.
  ///
  /// @param file gives the file of a tensor as it is printed
  void print(Location location, Duplicates duplicates, Function<TensorRef, String> file) {
    printer.printText(
        text -> text.line(text.paint(Style.STRONG, TextPrinter.shown(location.text()))));
    for (DuplicateGroup group : duplicates.groups()) {
      printer.print(GroupResult.of(location, group, file), text -> print(group, file, text));
    }
    for (SharedName shared : duplicates.sharedNames()) {
      printer.print(
          SharedNameResult.of(location, shared, file.apply(shared.kept())),
          text -> text.line("  " + sentence(shared)));
    }
    printer.print(
        new SummaryResult(
            location.text(),
            "summary",
            duplicates.groups().size(),
            duplicates.wastedBytes(),
            duplicates.unreadableCount()),
        text -> text.line("  " + summary(duplicates)));
  }

  private static void print(
      DuplicateGroup group, Function<TensorRef, String> file, TextPrinter text) {
    int count = group.tensors().size();
    Style style = group.wastedBytes() > 0 ? Style.NOTABLE : Style.FAINT;
    text.line("  " + text.paint(style, title(group)));
    for (TensorRef tensor : group.tensors().subList(0, Math.min(count, MOST_NAMES))) {
      text.line(
          "    %s  %s %s  %s"
              .formatted(
                  DisplayText.of(tensor.info().name()),
                  tensor.info().dtype(),
                  DisplayText.of(tensor.info().shape().toString()),
                  DisplayText.of(file.apply(tensor), FILE_LIMIT)));
    }
    if (count > MOST_NAMES) {
      text.line("    … and %d more; --json names them all".formatted(count - MOST_NAMES));
    }
  }

  private static String title(DuplicateGroup group) {
    String each = Quantities.bytes(group.byteCount());
    int count = group.tensors().size();
    return switch (group.filling()) {
      case VALUES ->
          "%d equal tensors of %s: %s wasted"
              .formatted(count, each, Quantities.bytes(group.wastedBytes()));
      case CONSTANT -> "%d constant tensors of the same bytes, %s each".formatted(count, each);
      case ZEROS -> "%d tensors of zeros, %s each".formatted(count, each);
    };
  }

  private static String sentence(SharedName shared) {
    return "%s was left out when the file was written: it is %s"
        .formatted(DisplayText.of(shared.dropped()), DisplayText.of(shared.kept().info().name()));
  }

  private static String summary(Duplicates duplicates) {
    String unreadable =
        duplicates.unreadableCount() == 0
            ? ""
            : " %s could not be read."
                .formatted(TextPrinter.count(duplicates.unreadableCount(), "tensor"));
    if (duplicates.groups().isEmpty()) {
      return "No two tensors hold the same bytes." + unreadable;
    }
    return "%s wasted in %s of equal tensors.%s"
        .formatted(
            Quantities.bytes(duplicates.wastedBytes()),
            TextPrinter.count(duplicates.groups().size(), "group"),
            unreadable);
  }
}
