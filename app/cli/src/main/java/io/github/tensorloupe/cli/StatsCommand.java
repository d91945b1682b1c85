package io.github.tensorloupe.cli;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.chunk.TensorParts;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Prints the figures of tensors.
@Command(name = "stats", description = "Print figures of the values: range, mean, quantiles …")
final class StatsCommand extends PathsCommand {

  private static final int BATCH_TENSORS = 1000;
  private static final long BATCH_BYTES = 256L << 20;

  @Option(
      names = "--tensor",
      paramLabel = "NAME",
      description = "Only the tensor of this name; may be repeated.")
  private List<String> names = List.of();

  @Mixin private ScanFlags flags;

  private final FileOpener opener;
  private final ReadingProgress progress;
  private StatsPrinter printer;
  private OrderedScan<TensorStatistics> scan;

  StatsCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings);
    this.opener = opener;
    this.progress = new ReadingProgress(surroundings.workingDirectory(), progress());
  }

  @Override
  void begin(boolean json) {
    printer =
        json
            ? new StatsJson(new JsonLines(surroundings().out()))
            : new StatsText(new TextLines(surroundings()));
    scan = new OrderedScan<>(statistics(), BATCH_TENSORS, BATCH_BYTES);
    progress.expectArguments(arguments());
  }

  private OrderedScan.Scan<TensorStatistics> statistics() {
    DistributionScan distributions = new DistributionScan(flags.scan());
    return (tensors, results, cancellation, bytes) ->
        distributions.run(
            tensors,
            (index, distribution) ->
                results.accept(index, statistics(tensors.get(index), distribution)),
            cancellation,
            bytes);
  }

  private static TensorStatistics statistics(TensorData tensor, Distribution distribution) {
    return TensorStatistics.of(distribution, TensorParts.elementCount(tensor));
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    progress.expectTargets(location, targets);
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
    List<TensorData> complete =
        tensors.stream()
            .flatMap(info -> file.data(info).stream())
            .filter(TensorData::isComplete)
            .toList();
    printer.begin(location, tensors);
    scan.run(
        complete,
        (tensor, statistics) -> printer.print(location, tensor.info(), statistics),
        progress.ofFile(file.path(), OrderedScan.byteCount(complete)));
    long absentCount = tensors.size() - complete.size();
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
