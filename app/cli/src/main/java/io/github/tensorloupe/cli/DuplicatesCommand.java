package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.duplicates.DuplicateSearch;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.integrity.duplicates.Duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.Duplicates.SharedName;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import picocli.CommandLine.Command;

@Command(name = "duplicates")
final class DuplicatesCommand extends ReadingCommand {

  @Override
  ExitCode process(Location argument, List<Target> targets) {
    try (OpenedFiles files = OpenedFiles.open(argument, targets, opener, errors)) {
      return files.exitCode().or(compare(files, argument));
    }
  }

  @Override
  void printUnreadable(Report report) {
    printNothing(report.location());
  }

  private ExitCode compare(OpenedFiles files, Location location) {
    if (files.files().isEmpty()) {
      printNothing(location);
      return ExitCode.FINE;
    }
    try {
      Duplicates found =
          DuplicateSearch.run(
              files.files(), ParallelWork.defaultThreadCount(), Cancellation.NEVER, progress);
      if (found.groups().isEmpty() && !files.refusals.isEmpty()) {
        // Unreadable tensors may be duplicates.
        printNothing(location);
        return ExitCode.FINE;
      }
      DuplicatesPrinter results =
          new DuplicatesPrinter(location, found, tensor -> files.locationOf(tensor).text());
      results.objects().forEach(this::printJson);
      printText(results::print);
      return found.unreadableCount() > 0 ? ExitCode.FAILURE : ExitCode.FINE;
    } catch (IOException e) {
      errors.print(e);
      printNothing(location);
      return ExitCode.of(e);
    }
  }

  private void printNothing(Location location) {
    printJson(DuplicatesPrinter.summary(location, Optional.empty()));
  }

  /// Prints the result of `duplicates`: the groups of equal tensors and a summary.
  ///
  /// @param file returns the printed path of a tensor's file
  record DuplicatesPrinter(
      Location location, Duplicates duplicates, Function<TensorRef, String> file) {

    private static final int FILE_LIMIT = 200;
    private static final int MAX_NAMES = 20;

    /// Returns the JSON objects: groups of equal tensors, names omitted when the file was written,
    /// and a summary.
    Stream<JsonObject> objects() {
      return Stream.of(
              duplicates.groups().stream().map(this::json),
              duplicates.sharedNames().stream().map(this::json),
              Stream.of(summary(location, Optional.of(duplicates))))
          .flatMap(Function.identity());
    }

    private JsonObject json(DuplicateGroup group) {
      return new JsonObject(location)
          .with("kind", "group")
          .with("filling", group.filling())
          .with("byteCount", group.byteCount())
          .with("storedCount", group.storedCount())
          .with("wastedBytes", group.wastedBytes())
          .with("tensors", group.tensors().stream().map(this::json));
    }

    private JsonObject json(TensorRef tensor) {
      return new JsonObject()
          .with("file", file.apply(tensor))
          .with("name", tensor.info().name())
          .with("dtype", tensor.info().dtype().name())
          .with("shape", tensor.info().shape());
    }

    private JsonObject json(SharedName shared) {
      return new JsonObject(location)
          .with("kind", "shared-name")
          .with("file", file.apply(shared.kept()))
          .with("dropped", shared.dropped())
          .with("kept", shared.kept().info().name());
    }

    /// @param duplicates the duplicates, or empty if nothing could be read
    static JsonObject summary(Location location, Optional<Duplicates> duplicates) {
      return new JsonObject(location)
          .with("kind", "summary")
          .with("groupCount", duplicates.map(found -> found.groups().size()))
          .with("wastedBytes", duplicates.map(Duplicates::wastedBytes))
          .with("unreadableCount", duplicates.map(Duplicates::unreadableCount));
    }

    void print(TextPrinter text) {
      text.line(text.heading(location));
      duplicates.groups().forEach(group -> print(group, text));
      for (SharedName shared : duplicates.sharedNames()) {
        text.line(
            "  %s was left out when the file was written: it is %s"
                .formatted(
                    DisplayText.of(shared.dropped()), DisplayText.of(shared.kept().info().name())));
      }
      text.line("  " + summary());
    }

    private void print(DuplicateGroup group, TextPrinter text) {
      int count = group.tensors().size();
      Style style = group.wastedBytes() > 0 ? Style.NOTABLE : Style.FAINT;
      text.line("  " + text.paint(style, title(group)));
      for (TensorRef tensor : group.tensors().subList(0, Math.min(count, MAX_NAMES))) {
        text.line(
            "    %s  %s %s  %s"
                .formatted(
                    DisplayText.of(tensor.info().name()),
                    tensor.info().dtype(),
                    DisplayText.of(tensor.info().shape().toString()),
                    DisplayText.of(file.apply(tensor), FILE_LIMIT)));
      }
      if (count > MAX_NAMES) {
        text.line("    … and %d more; --json names them all".formatted(count - MAX_NAMES));
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

    private String summary() {
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
}
