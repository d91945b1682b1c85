package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Files that are to be edited, and in between what there is instead of files. Everything is
/// printed in the order in which it was added.
final class EditQueue {

  /// Edits files in their order and hands out each report as soon as it is there.
  @FunctionalInterface
  interface Edit {
    void run(List<Path> files, Consumer<FileReport> onReport);
  }

  /// @param foregone the report on something that is not even tried
  private record Item(Location location, Optional<FileReport> foregone) {}

  private final List<Item> items = new ArrayList<>();
  private int printedCount;
  private ExitCode worst = ExitCode.FINE;

  /// Adds a file. Nothing is wrong with that yet.
  ExitCode add(Location file) {
    items.add(new Item(file, Optional.empty()));
    return ExitCode.FINE;
  }

  /// Adds something that cannot be edited.
  ExitCode add(Report hopeless) {
    Sentence message =
        Sentence.joined(
            " ",
            hopeless.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(Finding::sentence)
                .toList());
    Path path = hopeless.location().path();
    FileReport report = FileReport.withoutPlan(path, Status.FAILED, message);
    items.add(new Item(hopeless.location(), Optional.of(report)));
    return ExitCode.FAILURE;
  }

  /// How many things were added.
  int size() {
    return items.size();
  }

  /// Has the files edited; once.
  ///
  /// @param printer receives a report on everything that was added, also on files that the edit has
  ///   not got to
  /// @return the worst of all
  ExitCode run(Edit edit, EditPrinter printer) {
    List<Path> files =
        items.stream()
            .filter(item -> item.foregone().isEmpty())
            .map(item -> item.location().path())
            .toList();
    printForegone(printer);
    edit.run(
        files,
        report -> {
          print(report, printer);
          printForegone(printer);
        });
    while (printedCount < items.size()) {
      print(unreached(items.get(printedCount).location()), printer);
      printForegone(printer);
    }
    return worst;
  }

  private static FileReport unreached(Location file) {
    String message =
        "%s was not reached before it was cancelled. Nothing was changed."
            .formatted(PathText.of(file.text()));
    return FileReport.withoutPlan(file.path(), Status.FAILED, Sentence.of(message));
  }

  private void printForegone(EditPrinter printer) {
    while (printedCount < items.size() && items.get(printedCount).foregone().isPresent()) {
      print(items.get(printedCount).foregone().get(), printer);
    }
  }

  private void print(FileReport report, EditPrinter printer) {
    printer.print(items.get(printedCount++).location(), report);
    worst = worst.or(report.status() == Status.FAILED ? ExitCode.FAILURE : ExitCode.FINE);
  }
}
