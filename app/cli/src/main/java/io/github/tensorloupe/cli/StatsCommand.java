package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "stats")
final class StatsCommand extends ReadingCommand {

  private static final int BATCH_TENSORS = 1000;
  private static final long BATCH_BYTES = 256L << 20;
  private static final int SHAPE_LIMIT = 40;
  private static final int MAX_INTEGER_DIGITS = 9;
  private static final String WIDEST = "−1.23456e−05";
  private static final String ABOUT = "≈";
  private static final String NO_VALUE = "-";

  @Option(names = "--tensor", paramLabel = "NAME")
  private List<String> names = List.of();

  @Option(names = "--dequantized")
  private boolean isDequantized;

  @Mixin private ScanFlags flags;

  /// The requested names found in the current argument.
  private final Set<String> foundNames = new HashSet<>();

  private Table table;

  private DistributionScan distributions;

  @Override
  void begin() {
    distributions = new DistributionScan(flags.scan());
  }

  @Override
  ExitCode process(Location argument, List<Target> targets) {
    foundNames.clear();
    ExitCode worst = super.process(argument, targets);
    if (worst == ExitCode.FAILURE) {
      return worst;
    }
    for (String name : new LinkedHashSet<>(names)) {
      if (!foundNames.contains(name)) {
        String shown = DisplayText.of(name);
        errors.print("The tensor \"%s\" was not found in %s.".formatted(shown, argument.text()));
        worst = ExitCode.FAILURE;
      }
    }
    return worst;
  }

  @Override
  ExitCode process(Target target) {
    if (!isDequantized) {
      return super.process(target);
    }
    try (OpenedFiles files = OpenedFiles.open(target.location(), List.of(target), opener, errors)) {
      if (files.haveHeader()) {
        Dequantized dequantized = Dequantized.of(target.location(), files);
        SequencedMap<String, String> refusals = dequantized.refusals();
        if (!names.isEmpty()) {
          refusals.keySet().retainAll(names);
          foundNames.addAll(refusals.keySet());
        }
        refusals.values().forEach(errors::print);
        List<TensorRef> tensors = wanted(dequantized.tensors());
        print(target.location(), target.location().path(), tensors, files.refusals);
        return files.exitCode().or(refusals.isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS);
      }
      files.refusals.forEach(this::printUnreadable);
      return files.exitCode();
    } catch (IOException e) {
      return process(opener.unreadable(target.location(), e));
    }
  }

  @Override
  ExitCode process(OpenedFile opened) throws IOException {
    Report report = opened.report();
    TensorFile file = opened.file();
    if (!file.reading().headerParsed()) {
      return process(report);
    }
    errors.printErrors(report);
    List<Report> refusals = report.verdict().isGood() ? List.of() : List.of(report);
    print(report.location(), file.path(), wanted(OpenedFiles.tensors(file).toList()), refusals);
    return report.exitCode();
  }

  private List<TensorRef> wanted(List<TensorRef> tensors) {
    if (names.isEmpty()) {
      return tensors;
    }
    List<TensorRef> wanted =
        tensors.stream().filter(each -> names.contains(each.info().name())).toList();
    wanted.forEach(each -> foundNames.add(each.info().name()));
    return wanted;
  }

  /// @param refusals the reports printed if no tensor is complete
  private void print(Location location, Path path, List<TensorRef> tensors, List<Report> refusals)
      throws IOException {
    Stream<TensorData> readable = tensors.stream().flatMap(tensor -> tensor.data().stream());
    List<TensorData> complete = readable.filter(TensorData::isComplete).toList();
    if (!tensors.isEmpty()) {
      printText(text -> printTitles(location, tensors, text));
    }
    TensorScan<Runnable> scan =
        distributions.map(
            (tensor, distribution) ->
                preparePrint(
                    location,
                    tensor.info(),
                    TensorStatistics.of(distribution, tensor.elementCount())));
    Progress progress = reading.ofFile(path, OrderedScan.byteCount(complete));
    new OrderedScan<>(scan, BATCH_TENSORS, BATCH_BYTES)
        .run(complete, (_, printing) -> printing.run(), this::flush, progress);
    long absentCount = tensors.size() - complete.size();
    if (absentCount > 0) {
      String absent = TextPrinter.count(absentCount, "tensor");
      String reason =
          "Left out of %s: %s whose bytes are not all in the file, or shared too often.";
      errors.print(reason.formatted(location.text(), absent));
    }
    if (complete.isEmpty()) {
      refusals.forEach(this::printUnreadable);
    }
  }

  @Override
  void printUnreadable(Report report) {
    JsonObject none = json(report.location(), Optional.empty(), Optional.empty());
    printJson(none.with("verdict", report.verdict()));
  }

  private void printTitles(Location file, List<TensorRef> tensors, TextPrinter text) {
    table =
        new Table(
            "NAME DTYPE SHAPE >MIN >MAX >MEAN >STD >MEDIAN >ZEROS >NAN >INF >ENTROPY".split(" "));
    for (TensorRef each : tensors) {
      TensorInfo tensor = each.info();
      table.measure(name(tensor), tensor.dtype().name(), shape(tensor));
    }
    table.measure("", "", "", WIDEST, WIDEST, WIDEST, WIDEST, ABOUT + WIDEST);
    text.gap();
    text.line(text.heading(file));
    text.line("  " + text.paint(Style.FAINT, table.titles()));
  }

  private Runnable preparePrint(Location file, TensorInfo tensor, TensorStatistics statistics) {
    return preparePrint(
        () -> json(file, Optional.of(tensor), Optional.of(statistics)),
        text -> {
          String row = row(tensor, statistics);
          boolean isBad = statistics.counts().nonFinite() > 0;
          return "  " + (isBad ? text.paint(Style.BAD, row) : row);
        });
  }

  private static JsonObject json(
      Location file, Optional<TensorInfo> tensor, Optional<TensorStatistics> statistics) {
    Optional<Finite> finite = statistics.flatMap(TensorStatistics::finite);
    Optional<ValueCounts> counts = statistics.map(TensorStatistics::counts);
    Optional<TensorStatistics> known = statistics.filter(each -> each.entropyBits().isPresent());
    return new JsonObject(file)
        .with("name", tensor.map(TensorInfo::name))
        .with("dtype", tensor.map(info -> info.dtype().name()))
        .with("shape", tensor.map(TensorInfo::shape))
        .with("count", statistics.map(TensorStatistics::elementCount))
        .with("nan", counts.map(ValueCounts::nan))
        .with("posInf", counts.map(ValueCounts::positiveInfinity))
        .with("negInf", counts.map(ValueCounts::negativeInfinity))
        .with("zero", counts.map(ValueCounts::zero))
        .with("subnormal", counts.map(ValueCounts::subnormal))
        .with("min", finite.map(Finite::min))
        .with("max", finite.map(Finite::max))
        .with("mean", finite.map(Finite::mean))
        .with("std", finite.map(Finite::standardDeviation))
        .with("quantiles", finite.map(StatsCommand::quantiles))
        .with("quantilesExact", finite.map(Finite::quantilesExact))
        .with("histogram", finite.map(StatsCommand::histogram))
        .with("entropyBits", known.map(each -> each.entropyBits().getAsDouble()))
        .with("entropyExact", known.map(each -> each.entropy().isExact()));
  }

  private static Map<String, Number> quantiles(Finite finite) {
    Map<String, Number> quantiles = new LinkedHashMap<>();
    for (int i = 0; i < finite.quantiles().size(); i++) {
      quantiles.put(TensorStatistics.PROBABILITIES.get(i).toString(), finite.quantiles().get(i));
    }
    return quantiles;
  }

  private static JsonObject histogram(Finite finite) {
    return new JsonObject()
        .with("edges", (Consumer<StringBuilder>) finite::appendEdges)
        .with("counts", finite.histogram().counts())
        .with("exact", finite.histogram().exact());
  }

  private String row(TensorInfo tensor, TensorStatistics statistics) {
    Optional<Finite> finite = statistics.finite();
    ValueCounts counts = statistics.counts();
    return table.row(
        name(tensor),
        tensor.dtype().name(),
        shape(tensor),
        value(finite, Finite::min),
        value(finite, Finite::max),
        value(finite, Finite::mean),
        value(finite, Finite::standardDeviation),
        finite.map(StatsCommand::median).orElse(NO_VALUE),
        Quantities.formatCount(counts.zero()),
        Quantities.formatCount(counts.nan()),
        Quantities.formatCount(counts.positiveInfinity() + counts.negativeInfinity()),
        entropy(tensor, statistics));
  }

  private static String entropy(TensorInfo tensor, TensorStatistics statistics) {
    if (statistics.entropyBits().isEmpty()) {
      return NO_VALUE;
    }
    double bits = statistics.entropyBits().getAsDouble();
    String prefix = statistics.entropy().isExact() ? "" : ABOUT;
    return String.format(Locale.ROOT, "%s%.1f/%d", prefix, bits, tensor.dtype().bits());
  }

  private static String median(Finite finite) {
    Number median = finite.quantiles().get(TensorStatistics.PROBABILITIES.indexOf(0.5));
    return (finite.quantilesExact() ? "" : ABOUT) + value(median);
  }

  private static String name(TensorInfo tensor) {
    return DisplayText.of(tensor.name());
  }

  private static String shape(TensorInfo tensor) {
    return DisplayText.of(tensor.shape().toString(), SHAPE_LIMIT);
  }

  private static String value(Optional<Finite> finite, Function<Finite, Number> figure) {
    return finite.map(figure).map(StatsCommand::value).orElse(NO_VALUE);
  }

  /// Formats integers of up to nine characters exactly, and other values with at most six
  /// significant digits.
  private static String value(Number value) {
    boolean isShort = !(value instanceof Double) && value.toString().length() <= MAX_INTEGER_DIGITS;
    return isShort ? value.toString().replace('-', '−') : Quantities.value(value.doubleValue());
  }
}
