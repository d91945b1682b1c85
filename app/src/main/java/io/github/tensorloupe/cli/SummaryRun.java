package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Says of each file or set what it is.
final class SummaryRun {

  private final FileOpener opener;
  private final SummaryPrinter printer;
  private final Consumer<Report> tellErrors;

  /// @param tellErrors tells what is wrong on standard error
  SummaryRun(FileOpener opener, SummaryPrinter printer, Consumer<Report> tellErrors) {
    this.opener = opener;
    this.printer = printer;
    this.tellErrors = tellErrors;
  }

  /// Prints one thing.
  ExitCode process(Target target) {
    return switch (target) {
      case Target.LoneFile(var location) -> processFile(location);
      case Target.ShardedSet set -> processSet(set);
      case Target.Dead(var report) -> printDead(report);
    };
  }

  /// Prints something of which no header could be read.
  ExitCode printDead(Report report) {
    tellErrors.accept(report);
    printer.print(report, Optional.empty());
    return report.exitCode();
  }

  private ExitCode processFile(Location location) {
    try (OpenedFile opened = opener.open(location)) {
      Report report = opened.report();
      tellErrors.accept(report);
      printer.print(report, identity(location, Optional.empty(), List.of(opened.file())));
      return report.exitCode();
    } catch (IOException e) {
      return printDead(opener.unreadable(location, e));
    }
  }

  private ExitCode processSet(Target.ShardedSet set) {
    Report report = set.reportWithoutShards();
    tellErrors.accept(report);
    ExitCode worst = report.exitCode();
    List<TensorFile> files = new ArrayList<>();
    try {
      for (Location shard : set.shards()) {
        worst = worst.or(open(shard, files));
      }
      printer.print(report, identity(set.location(), set.set().index(), files));
    } finally {
      worst = worst.or(close(files));
    }
    return worst;
  }

  private ExitCode open(Location shard, List<TensorFile> files) {
    Report report;
    try {
      OpenedFile opened = opener.open(shard);
      files.add(opened.file());
      report = opened.report();
    } catch (IOException e) {
      report = opener.unreadable(shard, e);
    }
    tellErrors.accept(report);
    return report.exitCode();
  }

  private static ExitCode close(List<TensorFile> files) {
    ExitCode worst = ExitCode.FINE;
    for (TensorFile file : files) {
      try {
        file.close();
      } catch (IOException e) {
        worst = ExitCode.FAILURE;
      }
    }
    return worst;
  }

  private static Optional<Identity> identity(
      Location location, Optional<ShardIndex> index, List<TensorFile> files) {
    boolean isReadable =
        index.filter(named -> !named.weightMap().isEmpty()).isPresent()
            || files.stream()
                .anyMatch(
                    file -> file.kind() == FileKind.SAFETENSORS && file.reading().headerParsed());
    return isReadable
        ? Optional.of(
            Identification.of(
                new CheckpointPart("", location.path(), index, files, List.of()),
                Cancellation.NEVER))
        : Optional.empty();
  }
}
