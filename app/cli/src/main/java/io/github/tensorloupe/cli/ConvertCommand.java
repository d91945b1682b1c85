package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.convert.AdapterOperation;
import io.github.tensorloupe.convert.AdapterPlanner;
import io.github.tensorloupe.convert.CastCounts;
import io.github.tensorloupe.convert.ChangeCheck;
import io.github.tensorloupe.convert.ConversionException;
import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionOptions;
import io.github.tensorloupe.convert.ConversionPlan;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlanner;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.convert.ConversionWriter;
import io.github.tensorloupe.convert.LoraMerge;
import io.github.tensorloupe.convert.NameFilter;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Progress;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes a new checkpoint from the tensors of others.
@Command(name = "convert")
final class ConvertCommand extends ResultCommand implements ChangesFiles {

  private static final Pattern WEIGHTED =
      Pattern.compile("(.+)=(-?\\d{1,9}(?:\\.\\d{1,18})?(?:[eE]-?\\d{1,3})?)", Pattern.DOTALL);

  @Parameters(paramLabel = "SOURCE", arity = "1..*")
  private List<String> arguments;

  @Option(names = "--out", required = true, paramLabel = "TARGET")
  private Path out;

  @Option(names = "--force")
  private boolean replaces;

  @Option(names = "--dry-run")
  private boolean isDryRun;

  @Mixin private ConversionFlags conversion;

  @Mixin private LoraFlags lora;

  @Mixin private ScanFlags flags;

  @Mixin private FetchFlags fetching;

  private final List<Source> sources = new ArrayList<>();
  private final List<LoraMerge.Strength> adapters = new ArrayList<>();
  private final List<TensorFile> adapterFiles = new ArrayList<>();
  private final Set<Path> typedPaths = new LinkedHashSet<>();

  @Override
  ExitCode run() {
    try {
      ConversionOptions options = conversion.options();
      return convert(options);
    } catch (NameMap.UnusableRuleException | NameFilter.UnusablePatternException e) {
      throw usage(e.getMessage().replaceFirst("\\.$", ""));
    }
  }

  private ExitCode convert(ConversionOptions options) {
    try (Interruption interruption = Interruption.watch()) {
      Optional<AdapterOperation> operation = lora.operation(arguments.size());
      operation.ifPresent(conversion::requireSupported);
      ConversionOptions all =
          conversion.mapFile.isEmpty()
              ? options
              : options.with(conversion.renaming(resolve(conversion.mapFile.get())));
      ConversionPlan plan =
          operation.isPresent()
              ? plan(operation.get(), all, interruption)
              : planCheckpoint(all, interruption);
      return isDryRun ? printPlan(plan) : write(plan, operation, interruption);
    } catch (ConversionException e) {
      return refuse(e.reason(), e.getMessage(), false);
    } catch (IOException e) {
      return refuse(Reason.FAILED, writeFailure(e), e instanceof WrittenException);
    } catch (CancellationException e) {
      return refuse(Reason.FAILED, Interruption.CANCELED, false);
    } finally {
      close();
    }
  }

  private ConversionPlan planCheckpoint(ConversionOptions options, Interruption interruption)
      throws IOException {
    for (String typed : arguments) {
      sources.add(open(typed, interruption));
    }
    for (String argument : lora.merged) {
      Matcher parts = WEIGHTED.matcher(argument);
      boolean hasFactor = parts.matches();
      openAdapter(
          hasFactor ? parts.group(1) : argument,
          hasFactor ? Double.parseDouble(parts.group(2)) : 1);
    }
    LoraMerge merge = LoraMerge.of(sources, adapters, lora.skipsMissing);
    return ConversionPlanner.plan(sources, options, merge, resolve(out), interruption);
  }

  private ConversionPlan plan(
      AdapterOperation operation, ConversionOptions options, Interruption interruption)
      throws IOException {
    if (operation instanceof AdapterOperation.Extract extract) {
      Source tuned = open(arguments.getFirst(), interruption);
      sources.add(tuned);
      Source base = open(lora.base.orElseThrow(), interruption);
      sources.add(base);
      return AdapterPlanner.plan(
          extract, tuned, base, options, resolve(out), interruption, progress);
    }
    for (String typed : arguments) {
      openAdapter(typed, 1);
    }
    return AdapterPlanner.plan(operation, adapters, options, resolve(out), interruption, progress);
  }

  private Source open(String typed, Interruption interruption) throws IOException {
    Path path = typedPath(typed);
    typedPaths.add(path);
    Checkpoint checkpoint = Checkpoint.open(path, interruption, Progress.NONE);
    return new Source(program.addresses.shown(typed), checkpoint);
  }

  private void openAdapter(String typed, double factor) throws IOException {
    Path path = typedPath(typed);
    typedPaths.add(path);
    TensorFile file = TensorFile.open(Adapter.fileAt(path));
    adapterFiles.add(file);
    adapters.add(new LoraMerge.Strength(program.addresses.shown(typed), Adapter.of(file), factor));
  }

  /// Returns the paths of all files that were read, which are never replaced.
  private Set<Path> sourcePaths() {
    Set<Path> paths = new LinkedHashSet<>(typedPaths);
    sources.stream().flatMap(Source::paths).forEach(paths::add);
    adapters.stream().flatMap(LoraMerge.Strength::paths).forEach(paths::add);
    conversion.mapFile.map(this::resolve).ifPresent(paths::add);
    return paths;
  }

  private void close() {
    try {
      Stream<TensorFile> files =
          sources.stream().flatMap(source -> source.checkpoint().files().stream());
      Checkpoint.closeAll(Stream.concat(files, adapterFiles.stream()).toList());
    } catch (IOException e) {
      errors.print(e);
    }
  }

  private ExitCode printPlan(ConversionPlan plan) throws IOException {
    ConversionWriter.check(program.operations, plan, sourcePaths(), replaces);
    printJsonPlan(plan, Map.of());
    printJson(summary(plan, CastCounts.NONE, false));
    printText(text -> print(plan, "Would write", Map.of(), text));
    return ExitCode.FINE;
  }

  private ExitCode write(
      ConversionPlan plan, Optional<AdapterOperation> operation, Interruption interruption)
      throws IOException {
    ConversionWriter.Result result =
        ConversionWriter.write(
            program.operations,
            plan,
            sourcePaths(),
            replaces,
            flags.scan().threadCount(),
            interruption,
            progress);
    result.warnings().forEach(warning -> errors.print(warning.toString()));
    Optional<ChangeCheck> check =
        operation.isPresent()
            ? ChangeCheck.of(operation.get(), adapters, plan.out())
            : Optional.empty();
    printJsonPlan(plan, result.casts());
    JsonObject summary = summary(plan, result.total(), true);
    check.ifPresent(each -> summary.with("changes", json(each)));
    printJson(summary);
    printText(text -> print(plan, "Wrote", result.casts(), text));
    check.ifPresent(each -> printText(text -> text.line("  " + each.sentence())));
    boolean isLossy = result.total().isLossy() || plan.skippedCount() > 0;
    return isLossy ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private ExitCode refuse(Reason reason, String sentence, boolean isWritten) {
    return fail(
        sentence,
        new JsonObject()
            .with("summary", true)
            .with("out", out.toString())
            .with("dryRun", isDryRun)
            .with("written", isWritten)
            .with("verified", isWritten)
            .with("reason", reason.spelling())
            .with("error", sentence));
  }

  private JsonObject summary(ConversionPlan plan, CastCounts counts, boolean isWritten) {
    JsonObject json =
        new JsonObject()
            .with("summary", true)
            .with("out", out.toString())
            .with("dryRun", isDryRun)
            .with("written", isWritten)
            .with("verified", isWritten)
            .with("tensorCount", plan.tensors().count())
            .with("dataBytes", plan.dataByteCount());
    return withCounts(json, counts)
        .with("skipped", plan.skippedCount())
        .with("reason", null)
        .with("error", null);
  }

  private static JsonObject json(ChangeCheck check) {
    return new JsonObject()
        .with("modules", check.moduleCount())
        .with("compared", check.comparedCount())
        .with("smallestCosine", check.smallestCosine())
        .with("module", check.module());
  }

  private static JsonObject withCounts(JsonObject json, CastCounts counts) {
    return json.with("overflow", counts.overflow())
        .with("saturated", counts.saturated())
        .with("infToNan", counts.infToNan())
        .with("nan", counts.nan())
        .with("underflow", counts.underflow())
        .with("rounded", counts.rounded());
  }

  private void printJsonPlan(ConversionPlan plan, Map<String, CastCounts> counts) {
    printJson(json(plan));
    for (PlannedFile file : plan.files()) {
      for (PlannedTensor tensor : file.tensors()) {
        Optional<CastCounts> ofTensor = Optional.ofNullable(counts.get(tensor.info().name()));
        printJson(json(file, tensor, ofTensor.filter(_ -> tensor.isCast())));
      }
    }
  }

  private JsonObject json(ConversionPlan plan) {
    return new JsonObject()
        .with("plan", true)
        .with("sources", shown(arguments))
        .with("out", out.toString())
        .with("root", plan.roots().isEmpty() ? null : plan.roots().getFirst())
        .with("tensorCount", plan.tensors().count())
        .with("dataBytes", plan.dataByteCount())
        .with("files", plan.files().stream().map(this::json))
        .with("index", plan.index().map(this::typed))
        .with("renamed", plan.renamedCount())
        .with("excluded", plan.excludedCount())
        .with("outsideRoot", plan.outsideRootCount())
        .with("dequantized", plan.dequantizedCount())
        .with("deduplicated", plan.deduplicatedCount())
        .with("casts", CastSum.of(plan).stream().map(CastSum::json))
        .with("warnings", plan.warnings().stream().map(ConvertCommand::json));
  }

  /// Returns the path of a new file as it would be typed.
  private String typed(Path path) {
    Path name = path.getFileName();
    boolean isInside = resolve(out).equals(path.getParent());
    return (isInside ? out.resolve(name) : out.resolveSibling(name)).toString();
  }

  private JsonObject json(PlannedFile file) {
    return new JsonObject()
        .with("path", typed(file.path()))
        .with("tensorCount", file.tensors().size())
        .with("byteCount", file.byteCount());
  }

  private static JsonObject json(ConversionPlan.Warning warning) {
    return new JsonObject()
        .with("code", warning.code())
        .with("message", warning.sentence().toString())
        .with("tensor", warning.tensor());
  }

  private JsonObject json(PlannedFile file, PlannedTensor tensor, Optional<CastCounts> counts) {
    return new JsonObject()
        .with("name", tensor.info().name())
        .with("sourceName", tensor.sourceName())
        .with("source", tensor.source())
        .with("dtype", tensor.info().dtype().name())
        .with("sourceDtype", tensor.sourceDtype().name())
        .with("shape", tensor.info().shape())
        .with("file", typed(file.path()))
        .with("begin", tensor.info().begin())
        .with("end", tensor.info().end())
        .with("cast", counts.map(each -> withCounts(new JsonObject(), each)));
  }

  private void print(
      ConversionPlan plan, String verb, Map<String, CastCounts> counts, TextPrinter text) {
    for (PlannedFile file : plan.files()) {
      text.line(
          "%s %s: %s, %s"
              .formatted(
                  verb,
                  typed(file.path()),
                  TextPrinter.count(file.tensors().size(), "tensor"),
                  Quantities.bytes(file.byteCount())));
    }
    plan.index().ifPresent(index -> text.line("%s %s".formatted(verb, typed(index))));
    Stream.of(
            count(plan.renamedCount(), "renamed"),
            count(plan.excludedCount(), "excluded"),
            count(plan.outsideRootCount(), "outside of " + String.join(", ", plan.roots())),
            count(plan.dequantizedCount(), "dequantized"),
            count(plan.deduplicatedCount(), "with the storage of another, written once"),
            count(plan.skippedCount(), "unreadable and left out"))
        .flatMap(Optional::stream)
        .forEach(line -> text.line("  " + line));
    for (CastSum sum : CastSum.of(plan)) {
      text.line(
          "  %s cast from %s to %s"
              .formatted(TextPrinter.count(sum.tensorCount(), "tensor"), sum.from(), sum.to()));
    }
    print(counts, text);
    plan.warnings()
        .forEach(warning -> text.line("  " + TextPrinter.shown(warning.sentence().toString())));
  }

  private static Optional<String> count(int count, String what) {
    return count == 0
        ? Optional.empty()
        : Optional.of(TextPrinter.count(count, "tensor") + " " + what);
  }

  private static void print(Map<String, CastCounts> counts, TextPrinter text) {
    List<Map.Entry<String, CastCounts>> changed =
        counts.entrySet().stream().filter(entry -> hasLosses(entry.getValue())).toList();
    if (!changed.isEmpty()) {
      String[] titles = "NAME >OVERFLOW >SATURATED >UNDERFLOW >NAN >LARGEST-ERROR".split(" ");
      text.table(changed, ConvertCommand::cells, _ -> Style.PLAIN, titles);
    }
  }

  private static boolean hasLosses(CastCounts counts) {
    return counts.overflow() + counts.saturated() + counts.infToNan() + counts.underflow() > 0;
  }

  private static String[] cells(Map.Entry<String, CastCounts> entry) {
    CastCounts counts = entry.getValue();
    return new String[] {
      DisplayText.of(entry.getKey()),
      Quantities.formatCount(counts.overflow()),
      Quantities.formatCount(counts.saturated()),
      Quantities.formatCount(counts.underflow()),
      Quantities.formatCount(counts.nan() + counts.infToNan()),
      "%.3g".formatted(counts.largestError())
    };
  }
}
