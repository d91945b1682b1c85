package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.chunk.TensorParts;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Prints statistics of the values of tensors.
@Command(name = "stats")
final class StatsCommand extends ReadingCommand {

  private static final int BATCH_TENSORS = 1000;
  private static final long BATCH_BYTES = 256L << 20;

  @Option(names = "--tensor", paramLabel = "NAME")
  private List<String> names = List.of();

  @Mixin private ScanFlags flags;

  /// Those of the names that the current argument leads to.
  private final Set<String> foundNames = new HashSet<>();

  private StatsPrinter statsPrinter;
  private OrderedScan<TensorStatistics> scan;

  StatsCommand(CommandEnvironment environment, FileOpener opener) {
    super(environment, opener);
  }

  @Override
  void begin() {
    statsPrinter = new StatsPrinter(printer());
    scan = new OrderedScan<>(statistics(), BATCH_TENSORS, BATCH_BYTES);
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
  ExitCode process(Location argument, List<Target> targets) {
    foundNames.clear();
    ExitCode worst = super.process(argument, targets);
    return worst == ExitCode.FAILURE ? worst : worst.or(reportMissingNames(argument));
  }

  private ExitCode reportMissingNames(Location argument) {
    List<String> missing =
        names.stream().filter(name -> !foundNames.contains(name)).distinct().toList();
    for (String name : missing) {
      errors()
          .print(
              "There is no tensor \"%s\" in %s.".formatted(DisplayText.of(name), argument.text()));
    }
    return missing.isEmpty() ? ExitCode.FINE : ExitCode.FAILURE;
  }

  @Override
  ExitCode process(OpenedFile opened) throws IOException {
    Report report = opened.report();
    if (!opened.file().reading().headerParsed()) {
      return process(report);
    }
    errors().printErrors(report);
    printTensors(report.location(), opened.file());
    return report.exitCode();
  }

  private void printTensors(Location location, TensorFile file) throws IOException {
    List<TensorInfo> tensors =
        file.header().tensors().stream()
            .filter(info -> names.isEmpty() || names.contains(info.name()))
            .toList();
    if (!names.isEmpty()) {
      tensors.forEach(info -> foundNames.add(info.name()));
    }
    List<TensorData> complete =
        tensors.stream()
            .flatMap(info -> file.data(info).stream())
            .filter(TensorData::isComplete)
            .toList();
    statsPrinter.begin(location, tensors);
    scan.run(
        complete,
        (tensor, statistics) -> statsPrinter.print(location, tensor.info(), statistics),
        reading().ofFile(file.path(), OrderedScan.byteCount(complete)));
    long absentCount = tensors.size() - complete.size();
    if (absentCount > 0) {
      errors()
          .print(
              "Left out of %s: %s whose bytes are not all in the file."
                  .formatted(location.text(), TextPrinter.count(absentCount, "tensor")));
    }
  }

  @Override
  void printUnreadable(Report report) {
    statsPrinter.printNothing(report);
  }
}
