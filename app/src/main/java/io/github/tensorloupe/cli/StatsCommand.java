package io.github.tensorloupe.cli;

import io.github.tensorloupe.analysis.StatisticsScan;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Prints the figures of tensors.
@Command(name = "stats", description = "Print figures of the values: range, mean, quantiles …")
final class StatsCommand extends PathsCommand {

  @Option(
      names = "--tensor",
      paramLabel = "NAME",
      description = "Only the tensor of this name; may be repeated.")
  private List<String> names = List.of();

  private final FileOpener opener;
  private StatsPrinter printer;

  StatsCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings);
    this.opener = opener;
  }

  @Override
  void begin(boolean json) {
    printer =
        json
            ? new StatsJson(new JsonLines(surroundings().out()))
            : new StatsText(new TextLines(surroundings()));
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    TensorSelection selection = new TensorSelection(names);
    ExitCode worst = ExitCode.FINE;
    for (Target target : targets) {
      worst = worst.or(process(target, selection));
    }
    return worst == ExitCode.FAILURE ? worst : worst.or(tellMissing(location, selection));
  }

  private ExitCode tellMissing(Location location, TensorSelection selection) {
    List<String> missing = selection.missing();
    for (String name : missing) {
      tell("There is no tensor \"%s\" in %s.".formatted(DisplayText.of(name), location.text()));
    }
    return missing.isEmpty() ? ExitCode.FINE : ExitCode.FAILURE;
  }

  private ExitCode process(Target target, TensorSelection selection) {
    return switch (target) {
      case Target.LoneFile(var location) -> processFile(location, selection);
      case Target.ShardedSet set -> processShards(set, shard -> processFile(shard, selection));
      case Target.Dead(var report) -> printNothing(report);
    };
  }

  private ExitCode processFile(Location location, TensorSelection selection) {
    try (OpenedFile opened = opener.open(location)) {
      Report report = opened.report();
      if (!opened.file().reading().headerParsed()) {
        return printNothing(report);
      }
      tellErrors(report);
      printTensors(location, opened.file(), selection);
      return report.exitCode();
    } catch (IOException e) {
      return printNothing(opener.unreadable(location, e));
    }
  }

  private void printTensors(Location location, TensorFile file, TensorSelection selection)
      throws IOException {
    List<TensorInfo> tensors =
        file.header().tensors().stream().filter(info -> selection.takes(info.name())).toList();
    printer.begin(location, tensors);
    long absentCount = 0;
    for (TensorInfo info : tensors) {
      Optional<TensorData> data = file.data(info).filter(TensorData::isComplete);
      if (data.isPresent()) {
        printer.print(
            location, info, StatisticsScan.of(data.get(), Cancellation.NEVER, Progress.NONE));
      } else {
        absentCount++;
      }
    }
    if (absentCount > 0) {
      tell(
          "Left out of %s: %s whose bytes are not all in the file."
              .formatted(location.text(), Figures.count(absentCount, "tensor")));
    }
  }

  private ExitCode printNothing(Report report) {
    tellErrors(report);
    printer.printNothing(report);
    return report.exitCode();
  }

  @Override
  void print(Report unreadable) {
    printNothing(unreadable);
  }
}
