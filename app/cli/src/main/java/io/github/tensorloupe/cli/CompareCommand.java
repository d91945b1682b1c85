package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.CompareOptions;
import io.github.tensorloupe.compare.Comparison;
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
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Compares two checkpoints, or each of a series with the one before it.
@Command(name = "compare")
final class CompareCommand extends ResultCommand {

  @Parameters(paramLabel = "PATH", arity = "2..*")
  private List<String> arguments;

  @Option(names = "--structure")
  private boolean isStructure;

  @Option(names = "--map", paramLabel = "REGEX=REPLACEMENT")
  private List<String> rules = List.of();

  @Option(names = "--tolerance", paramLabel = "X")
  private Optional<Double> tolerance = Optional.empty();

  @Option(names = "--ignore-names")
  private boolean ignoreNames;

  @Option(names = "--ignore-metadata")
  private boolean ignoreMetadata;

  @Option(names = "--report", paramLabel = "FILE")
  private Optional<Path> report = Optional.empty();

  @Option(names = "--force")
  private boolean replaces;

  @Mixin private ScanFlags flags;

  private final Set<String> told = new HashSet<>();
  private NameMap map;
  private CompareOptions options;

  /// A side as it was typed, or why it cannot be compared.
  private record Opened(String typed, Optional<Side> side, String error) implements AutoCloseable {

    @Override
    public void close() throws IOException {
      if (side.isPresent()) {
        side.get().close();
      }
    }
  }

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
      throw usage("Invalid value for option '--tolerance': it is no number from 0 up");
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
    ExitCode worst = ExitCode.FINE;
    Opened a = open(arguments.getFirst());
    for (String typed : arguments.subList(1, arguments.size())) {
      Opened b = open(typed);
      try (Opened before = a) {
        worst = worst.or(compare(before, b));
      } catch (IOException e) {
        errors().print(e);
        worst = ExitCode.FAILURE;
      }
      a = b;
    }
    close(a);
    return worst;
  }

  private void close(Opened last) {
    try (last) {
      flush();
    } catch (IOException e) {
      errors().print(e);
    }
  }

  private Opened open(String typed) {
    try {
      if (typed.isEmpty()) {
        // Java would take it for the working directory.
        throw new NoSuchFileException("\"\"");
      }
      Path path = environment().workingDirectory().resolve(typed);
      Side side = Side.open(path, Cancellation.NEVER, Progress.NONE);
      for (Path file : files(side)) {
        opener().traces(file).stream()
            .map(Finding::message)
            .filter(told::add)
            .forEach(errors()::print);
      }
      String refusals =
          side.refusals().stream().map(Sentence::toString).collect(Collectors.joining(" "));
      boolean isNamed = refusals.isEmpty() || refusals.contains(typed);
      return new Opened(typed, Optional.of(side), isNamed ? refusals : typed + ": " + refusals);
    } catch (InvalidPathException e) {
      String error = "There is no file %s, and none can have this name.".formatted(typed);
      return new Opened(typed, Optional.empty(), error);
    } catch (IOException e) {
      return new Opened(typed, Optional.empty(), ReadFailures.finding(e).message());
    }
  }

  private ExitCode compare(Opened a, Opened b) {
    List<String> errors =
        Stream.of(a, b).map(Opened::error).filter(each -> !each.isEmpty()).distinct().toList();
    if (!errors.isEmpty()) {
      return unreadable(a, b, errors);
    }
    try {
      Side sideA = a.side().orElseThrow();
      Side sideB = b.side().orElseThrow();
      List<Path> files = files(sideA, sideB);
      if (report.isPresent()) {
        FileExport.check(resolve(report.get()), replaces, files);
      }
      Comparison comparison = compare(sideA, sideB);
      if (report.isPresent()) {
        String page =
            HtmlReport.of(comparison, Sentences.ENGLISH, Cancellation.NEVER, Progress.NONE);
        FileExport.writeText(resolve(report.get()), page, replaces, files);
      }
      Totals totals = Totals.of(comparison);
      if (isJson()) {
        ComparisonJson.lines(comparison, totals, a.typed(), b.typed()).forEach(this::printLine);
        flush();
      } else {
        List<HeaderDifference> headers =
            totals.count(Change.EQUAL) < totals.all()
                ? List.of()
                : HeaderDifference.between(sideA, sideB, comparison.pairs(), Cancellation.NEVER);
        ComparePrinter printer =
            new ComparePrinter(
                a.typed(), b.typed(), comparison, totals, sideA.isSameAs(sideB), headers);
        printText(printer::print);
      }
      report.ifPresent(
          file -> printText(text -> text.line("Wrote " + TextPrinter.shown(file.toString()))));
      return totals.differs() ? ExitCode.FINDINGS : ExitCode.FINE;
    } catch (IOException e) {
      return unreadable(a, b, List.of(writeFailure(e)));
    } catch (OutOfMemoryError e) {
      return unreadable(a, b, List.of(ErrorOutput.sentence(e)));
    }
  }

  private static List<Path> files(Side... sides) {
    return Stream.of(sides)
        .flatMap(side -> side.checkpoint().files().stream())
        .map(TensorFile::path)
        .toList();
  }

  /// In a series a side that cannot be read is one of two pairs, and told of once.
  private ExitCode unreadable(Opened a, Opened b, List<String> errors) {
    errors.stream().filter(told::add).forEach(errors()::print);
    printJson(
        new JsonObject()
            .with("summary", true)
            .with("a", a.typed())
            .with("b", b.typed())
            .with("error", String.join(" ", errors)));
    return ExitCode.FAILURE;
  }

  private Comparison compare(Side a, Side b) throws IOException {
    Pairing pairing = Pairing.of(a, b, map, !isStructure, Cancellation.NEVER, Progress.NONE);
    List<TensorPair> pairs = pairing.pairs();
    PairResult[] results = new PairResult[pairs.size()];
    if (isStructure) {
      Arrays.setAll(results, i -> PairScan.ofHeaders(pairs.get(i)));
    } else {
      new PairScan(flags.scan().threadCount())
          .run(pairs, (i, result) -> results[i] = result, Cancellation.NEVER, progress());
    }
    return new Comparison(
        a, b, pairs, Arrays.asList(results), MetadataDifference.between(a, b), options);
  }
}
