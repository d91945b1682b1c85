package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Says of each file or set what it is.
final class SummaryRun {

  private final Checker checker;
  private final SummaryPrinter printer;

  SummaryRun(FileOpener opener, SummaryPrinter printer) {
    this.checker = new Checker(opener, Optional.empty());
    this.printer = printer;
  }

  /// Prints one thing.
  ExitCode process(Target target) {
    // Their headers stay in memory when they are closed, and nothing else is looked at.
    List<TensorFile> files = new ArrayList<>();
    List<Report> reports = checker.check(target, files::add);
    printer.print(reports, identity(target, files));
    return reports.stream().map(Report::exitCode).reduce(ExitCode.FINE, ExitCode::or);
  }

  private static Optional<Identity> identity(Target target, List<TensorFile> files) {
    Optional<ShardIndex> index =
        target instanceof Target.ShardedSet set ? set.set().index() : Optional.empty();
    boolean isReadable =
        index.filter(named -> !named.weightMap().isEmpty()).isPresent()
            || files.stream()
                .anyMatch(
                    file -> file.kind() == FileKind.SAFETENSORS && file.reading().headerParsed());
    return isReadable
        ? Optional.of(
            Identification.of(
                new CheckpointPart("", target.location().path(), index, files, List.of()),
                Cancellation.NEVER))
        : Optional.empty();
  }
}
