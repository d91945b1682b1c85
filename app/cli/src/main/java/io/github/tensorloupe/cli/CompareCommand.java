package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.AdapterComparison;
import io.github.tensorloupe.adapter.AdapterPair;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.ChangeSentence;
import io.github.tensorloupe.compare.CompareOptions;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.compare.Pairing;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.compare.report.ComparisonJson;
import io.github.tensorloupe.compare.report.HeaderDifference;
import io.github.tensorloupe.compare.report.HtmlReport;
import io.github.tensorloupe.compare.report.ReportTable;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Compares two checkpoints, or each checkpoint of a series with its predecessor.
@Command(name = "compare")
final class CompareCommand extends ResultCommand implements ChangesFiles {

  private static final int VALUE_LIMIT = 60;

  @Parameters(paramLabel = "PATH", arity = "2..*")
  private List<String> arguments;

  @Option(names = "--structure")
  private boolean isStructure;

  @Option(names = "--map", paramLabel = "REGEX=REPLACEMENT")
  private List<String> rules = List.of();

  @Option(names = "--tolerance", paramLabel = "X")
  private Optional<Double> tolerance = Optional.empty();

  @Option(names = "--dequantized")
  private boolean isDequantized;

  @Option(names = "--lora")
  private boolean isLora;

  @Option(names = "--ignore-names")
  private boolean ignoreNames;

  @Option(names = "--ignore-metadata")
  private boolean ignoreMetadata;

  @Option(names = "--report", paramLabel = "FILE")
  private Optional<Path> report = Optional.empty();

  @Option(names = "--force")
  private boolean replaces;

  @Mixin private ScanFlags flags;

  @Mixin private FetchFlags fetching;

  private final Set<String> reportedErrors = new HashSet<>();
  private NameMap map;
  private CompareOptions options;

  @Override
  ExitCode run() {
    try {
      map = NameMap.parse(rules);
      return compareAll();
    } catch (NameMap.UnusableRuleException e) {
      throw usage(e.getMessage().replaceFirst("\\.$", ""));
    }
  }

  private ExitCode compareAll() {
    if (tolerance.filter(each -> !(each >= 0)).isPresent()) {
      throw usage("Invalid value for option '--tolerance': it is not a number of at least 0");
    }
    if (isLora && (isStructure || isDequantized || report.isPresent() || !rules.isEmpty())) {
      throw usage(
          "'--lora' compares modules and cannot be combined with --structure, --dequantized,"
              + " --report or --map");
    }
    if (report.isPresent() && arguments.size() > 2) {
      throw usage("'--report' is for two paths");
    }
    if (replaces && report.isEmpty()) {
      throw usage("'--force' is for --report");
    }
    options =
        new CompareOptions(
            isStructure,
            tolerance.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
            ignoreNames,
            ignoreMetadata);
    return shown(arguments).stream()
        .gather(Gatherers.windowSliding(2))
        .map(pair -> compare(pair.getFirst(), pair.getLast()))
        .reduce(ExitCode.FINE, ExitCode::or);
  }

  /// Compares two typed paths. Reports repeated errors in a series only once.
  private ExitCode compare(String typedA, String typedB) {
    String error;
    try {
      return isLora ? compareAdapters(typedA, typedB) : compareCheckpoints(typedA, typedB);
    } catch (IOException e) {
      error = writeFailure(e);
    } catch (CancellationException e) {
      error = Interruption.CANCELED;
    } catch (OutOfMemoryError e) {
      error = ErrorOutput.sentence(e);
    }
    printOnce(error);
    JsonObject summary = new JsonObject().with("summary", true).with("a", typedA).with("b", typedB);
    printJson(summary.with("error", error));
    return ExitCode.FAILURE;
  }

  private void printOnce(String error) {
    if (reportedErrors.add(error)) {
      errors.print(error);
    }
  }

  private void printTracesOnce(Path file) {
    opener.traces(file).stream().map(Finding::message).forEach(this::printOnce);
  }

  private ExitCode compareAdapters(String typedA, String typedB) throws IOException {
    try (OpenAdapter a = OpenAdapter.open(typedA, typedPath(typedA));
        OpenAdapter b = OpenAdapter.open(typedB, typedPath(typedB))) {
      for (OpenAdapter each : List.of(a, b)) {
        each.printRemarks(errors);
        printTracesOnce(each.file().path());
      }
      List<AdapterPair> pairs =
          AdapterScan.onAllProcessors()
              .pairs(a.adapter(), b.adapter(), Cancellation.NEVER, progress);
      LoraComparison comparison = new LoraComparison(typedA, typedB, AdapterComparison.of(pairs));
      comparison.json().forEach(this::printJson);
      printText(comparison::print);
      return comparison.exitCode();
    }
  }

  private Side open(String typed) throws IOException {
    Side side = Side.open(typedPath(typed), Cancellation.NEVER, Progress.NONE);
    try {
      for (Path file : paths(files(side))) {
        printTracesOnce(file);
      }
      requireWhole(side, typed);
      if (Files.isDirectory(side.path()) && hasSubfolders(side.path())) {
        printOnce(DisplayText.of(typed) + ": its subfolders are not compared.");
      }
      return isDequantized ? dequantized(side, typed) : side;
    } catch (IOException e) {
      try (side) {
        throw e;
      }
    }
  }

  private static boolean hasSubfolders(Path folder) throws IOException {
    return CheckpointFinder.children(folder).stream()
        .anyMatch(
            child -> Files.isDirectory(child) && !child.getFileName().toString().startsWith("."));
  }

  static void requireWhole(Side side, String typed) throws IOException {
    if (!side.errors().isEmpty()) {
      String refusals = Sentence.joined(" ", side.errors()).toString();
      throw new IOException(refusals.contains(typed) ? refusals : typed + ": " + refusals);
    }
  }

  private Side dequantized(Side side, String typed) throws IOException {
    Quantization quantization = Quantization.of(side.checkpoint(), Cancellation.NEVER);
    long count = quantization.weights().stream().filter(weight -> !weight.hasValues()).count();
    if (count > 0) {
      String weights = TextPrinter.count(count, "quantized weight");
      printOnce(DisplayText.of(typed) + ": " + weights + " without values, compared as stored.");
    }
    return side.dequantized(quantization);
  }

  private ExitCode compareCheckpoints(String typedA, String typedB) throws IOException {
    try (Side a = open(typedA);
        Side b = open(typedB)) {
      List<TensorFile> files = files(a, b);
      Optional<ExportTarget> target =
          report.isPresent()
              ? Optional.of(FileExport.check(resolve(report.get()), replaces, paths(files)))
              : Optional.empty();
      Comparison comparison = compare(a, b);
      if (target.isPresent()) {
        target.get().requireTrusted(files);
        try (Interruption interruption = Interruption.watch()) {
          String page = HtmlReport.of(comparison, Sentences.ENGLISH, interruption, Progress.NONE);
          FileExport.writeText(target.get(), page, interruption)
              .ifPresent(warning -> errors.print(warning.toString()));
        }
      }
      Totals totals = Totals.of(comparison);
      if (isJson) {
        ComparisonJson.lines(comparison, totals, typedA, typedB).forEach(this::printLine);
        flush();
      } else {
        List<HeaderDifference> headers =
            totals.count(Change.EQUAL) < totals.pairCount()
                ? List.of()
                : HeaderDifference.between(a, b, comparison.pairs(), Cancellation.NEVER);
        boolean isSameFile = a.isSameAs(b);
        printText(
            text -> {
              printPaths(typedA, typedB, isSameFile, text);
              print(comparison, totals, headers, text);
            });
      }
      report.ifPresent(
          file -> printText(text -> text.line("Wrote " + TextPrinter.shown(file.toString()))));
      return totals.differs() ? ExitCode.FINDINGS : ExitCode.FINE;
    }
  }

  private static List<TensorFile> files(Side... sides) {
    return Stream.of(sides).flatMap(side -> side.checkpoint().files().stream()).toList();
  }

  private static List<Path> paths(List<TensorFile> files) {
    return files.stream().map(TensorFile::path).toList();
  }

  private Comparison compare(Side a, Side b) throws IOException {
    Pairing pairing = Pairing.of(a, b, map, !isStructure, Cancellation.NEVER, Progress.NONE);
    List<TensorPair> pairs = pairing.pairs();
    PairResult[] results = new PairResult[pairs.size()];
    if (isStructure) {
      Arrays.setAll(results, i -> PairScan.ofHeaders(pairs.get(i)));
    } else {
      new PairScan(flags.scan().threadCount())
          .run(pairs, (i, result) -> results[i] = result, Cancellation.NEVER, progress);
    }
    return new Comparison(
        a, b, pairs, Arrays.asList(results), MetadataDifference.between(a, b), options);
  }

  private static void printPaths(
      String typedA, String typedB, boolean isSameFile, TextPrinter text) {
    text.gap();
    text.line("A  " + text.paint(Style.STRONG, TextPrinter.shown(typedA)));
    text.line("B  " + text.paint(Style.STRONG, TextPrinter.shown(typedB)));
    if (isSameFile) {
      text.line("A and B are the same file, so nothing was read.");
    }
  }

  /// Prints a summary, then the differences in descending order of importance.
  private static void print(
      Comparison comparison, Totals totals, List<HeaderDifference> headers, TextPrinter text) {
    text.line(
        text.paint(
            totals.differs() ? Style.NOTABLE : Style.GOOD,
            TextPrinter.shown(ChangeSentence.of(comparison, totals).sentence().toString())));
    Likeness likeness = Likeness.of(comparison, totals);
    Sentence summary = likeness.evidence().stream().reduce(likeness.sentence(), Sentence::then);
    text.line(TextPrinter.shown(summary.toString()));
    if (comparison.options().tolerance().isPresent()) {
      text.line("Tolerated: " + TextPrinter.count(totals.tolerated(), "tensor"));
    }
    print(ReportTable.pairs(comparison), text);
    UnaryOperator<String> quoted = value -> '"' + DisplayText.of(value, VALUE_LIMIT) + '"';
    print(ReportTable.metadata(comparison, quoted), text);
    print(ReportTable.headers(headers), text);
  }

  private static void print(ReportTable table, TextPrinter text) {
    if (table.rowCount() == 0) {
      return;
    }
    String[] heads = texts(table.heads());
    for (int i = 0; i < heads.length; i++) {
      heads[i] = (i < table.textCount() ? "" : ">") + heads[i].toUpperCase(Locale.ROOT);
    }
    text.gap();
    List<Integer> rows = IntStream.range(0, table.rowCount()).boxed().toList();
    text.table(rows, row -> texts(table.row().apply(row)), _ -> Style.PLAIN, heads);
  }

  private static String[] texts(List<?> cells) {
    return cells.stream().map(Object::toString).toArray(String[]::new);
  }
}
