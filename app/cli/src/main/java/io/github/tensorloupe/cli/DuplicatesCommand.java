package io.github.tensorloupe.cli;

import module java.base;

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

  private static final int FILE_LIMIT = 200;
  private static final int MAX_NAMES = 20;

  private Location location;
  private OpenedFiles files;

  @Override
  ExitCode process(Location argument, List<Target> targets) {
    location = argument;
    try (OpenedFiles opened = OpenedFiles.open(argument, targets, opener, errors)) {
      files = opened;
      return files.exitCode().or(compare());
    }
  }

  @Override
  void printUnreadable(Report report) {
    printJson(summary(report.location(), Optional.empty()));
  }

  private ExitCode compare() {
    try {
      Duplicates duplicates =
          DuplicateSearch.run(
              files.files(), ParallelWork.defaultThreadCount(), Cancellation.NEVER, progress);
      // Unreadable tensors may be duplicates.
      boolean isPartial = !files.refusals.isEmpty() || files.files().isEmpty();
      if (duplicates.groups().isEmpty() && isPartial) {
        printJson(summary(location, Optional.empty()));
        return ExitCode.FINE;
      }
      duplicates.groups().forEach(group -> printJson(json(group)));
      duplicates.sharedNames().forEach(shared -> printJson(json(shared)));
      print(summary(location, Optional.of(duplicates)), text -> print(duplicates, text));
      return duplicates.unreadableCount() > 0 ? ExitCode.FAILURE : ExitCode.FINE;
    } catch (IOException e) {
      errors.print(e);
      printJson(summary(location, Optional.empty()));
      return ExitCode.of(e);
    }
  }

  private String file(TensorRef tensor) {
    return files.locationOf(tensor).text();
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
        .with("file", file(tensor))
        .with("name", tensor.info().name())
        .with("dtype", tensor.info().dtype().name())
        .with("shape", tensor.info().shape());
  }

  private JsonObject json(SharedName shared) {
    return new JsonObject(location)
        .with("kind", "shared-name")
        .with("file", file(shared.kept()))
        .with("dropped", shared.dropped())
        .with("kept", shared.kept().info().name());
  }

  static JsonObject summary(Location location, Optional<Duplicates> duplicates) {
    return new JsonObject(location)
        .with("kind", "summary")
        .with("groupCount", duplicates.map(result -> result.groups().size()))
        .with("wastedBytes", duplicates.map(Duplicates::wastedBytes))
        .with("unreadableCount", duplicates.map(Duplicates::unreadableCount));
  }

  private void print(Duplicates duplicates, TextPrinter text) {
    text.line(text.heading(location));
    duplicates.groups().forEach(group -> print(group, text));
    for (SharedName shared : duplicates.sharedNames()) {
      text.line(
          "  %s was left out when the file was written: it is %s"
              .formatted(
                  DisplayText.of(shared.dropped()), DisplayText.of(shared.kept().info().name())));
    }
    text.line("  " + sentence(duplicates));
  }

  private void print(DuplicateGroup group, TextPrinter text) {
    Style style = group.wastedBytes() > 0 ? Style.NOTABLE : Style.FAINT;
    text.line("  " + text.paint(style, title(group)));
    group.tensors().stream()
        .limit(MAX_NAMES)
        .forEach(
            tensor ->
                text.line(
                    "    %s  %s %s  %s"
                        .formatted(
                            DisplayText.of(tensor.info().name()),
                            tensor.info().dtype(),
                            DisplayText.of(tensor.info().shape().toString()),
                            DisplayText.of(file(tensor), FILE_LIMIT))));
    int more = group.tensors().size() - MAX_NAMES;
    if (more > 0) {
      text.line("    … and %d more; --json names them all".formatted(more));
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

  static String sentence(Duplicates duplicates) {
    String summary =
        duplicates.groups().isEmpty()
            ? "No two tensors hold the same bytes."
            : "%s wasted in %s of equal tensors."
                .formatted(
                    Quantities.bytes(duplicates.wastedBytes()),
                    TextPrinter.count(duplicates.groups().size(), "group"));
    long unreadable = duplicates.unreadableCount();
    return unreadable == 0
        ? summary
        : "%s %s could not be read.".formatted(summary, TextPrinter.count(unreadable, "tensor"));
  }
}
