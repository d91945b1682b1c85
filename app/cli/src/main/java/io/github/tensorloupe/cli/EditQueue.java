package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// Files to edit, and paths that cannot be edited. Everything is printed in the order in which it
/// was added.
final class EditQueue {

  /// Edits files in their order and hands on each report at once.
  @FunctionalInterface
  interface Edit {
    void run(List<Path> files, Consumer<FileReport> onReport);
  }

  /// @param skipped the report on a path that is not edited
  private record Item(Location location, Optional<FileReport> skipped) {}

  private final List<Item> items = new ArrayList<>();
  private int printedCount;
  private ExitCode worst = ExitCode.FINE;

  /// Adds a file to edit.
  ExitCode add(Location file) {
    items.add(new Item(file, Optional.empty()));
    return ExitCode.FINE;
  }

  /// Adds a path that cannot be edited.
  ExitCode add(Report unusable) {
    Sentence message =
        Sentence.joined(
            " ",
            unusable.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(Finding::sentence)
                .toList());
    Path path = unusable.location().path();
    FileReport report = FileReport.withoutPlan(path, Status.FAILED, message);
    items.add(new Item(unusable.location(), Optional.of(report)));
    return ExitCode.FAILURE;
  }

  /// The number of files and paths that were added.
  int size() {
    return items.size();
  }

  /// Runs the edit; once.
  ///
  /// @param printer receives a report on everything that was added, also on files that the edit did
  ///   not reach
  /// @return the worst of all
  ExitCode run(Edit edit, BiConsumer<Location, FileReport> printer) {
    List<Path> files =
        items.stream()
            .filter(item -> item.skipped().isEmpty())
            .map(item -> item.location().path())
            .toList();
    printSkipped(printer);
    edit.run(
        files,
        report -> {
          print(report, printer);
          printSkipped(printer);
        });
    while (printedCount < items.size()) {
      print(unreached(items.get(printedCount).location()), printer);
      printSkipped(printer);
    }
    return worst;
  }

  private static FileReport unreached(Location file) {
    String message =
        "%s was not reached before it was cancelled. Nothing was changed."
            .formatted(PathText.of(file.text()));
    return FileReport.withoutPlan(file.path(), Status.FAILED, Sentence.of(message));
  }

  private void printSkipped(BiConsumer<Location, FileReport> printer) {
    while (printedCount < items.size() && items.get(printedCount).skipped().isPresent()) {
      print(items.get(printedCount).skipped().get(), printer);
    }
  }

  private void print(FileReport report, BiConsumer<Location, FileReport> printer) {
    printer.accept(items.get(printedCount++).location(), report);
    worst = worst.or(report.status() == Status.FAILED ? ExitCode.FAILURE : ExitCode.FINE);
  }
}
