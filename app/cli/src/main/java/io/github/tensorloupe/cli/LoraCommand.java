package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterKind;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.AdapterSummary;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.adapter.FitReason;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.adapter.ModuleFigures;
import io.github.tensorloupe.adapter.ModuleNotes;
import io.github.tensorloupe.adapter.OtherMethod;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the modules of adapters, the magnitude of their changes, and whether they fit a base.
@Command(name = "lora")
final class LoraCommand extends ResultCommand {

  private static final int MAX_SINGULAR_VALUES = 256;

  @Parameters(paramLabel = "PATH", arity = "1..*")
  private List<String> arguments;

  @Option(names = "--base", paramLabel = "BASE")
  private Optional<String> base = Optional.empty();

  @Mixin private FetchFlags fetching;

  private record Base(Side side, BaseNames names) {

    Optional<FitReason> fitReason(Adapter adapter, List<MeasuredModule> modules) {
      return FitReason.of(adapter, modules, names, side.checkpoint().parts());
    }
  }

  @Override
  ExitCode run() {
    if (base.isEmpty()) {
      return each(typed -> process(typed, Optional.empty()));
    }
    String shownBase = shown(List.of(base.get())).getFirst();
    try (Side side = Side.open(typedPath(shownBase), Cancellation.NEVER, Progress.NONE)) {
      ExitCode baseCode = ExitCode.FINE;
      for (TensorFile file : side.checkpoint().files()) {
        baseCode = baseCode.or(printTraces(shownBase, file.path()));
      }
      CompareCommand.requireWhole(side, shownBase);
      Optional<Base> opened =
          Optional.of(new Base(side, new BaseNames(BaseTensor.of(side.tensors()))));
      return baseCode.or(each(typed -> process(typed, opened)));
    } catch (IOException e) {
      return each(typed -> failed(typed, ErrorOutput.sentence(e)));
    }
  }

  private ExitCode each(Function<String, ExitCode> work) {
    return shown(arguments).stream().map(work).reduce(ExitCode.FINE, ExitCode::or);
  }

  private ExitCode process(String typed, Optional<Base> opened) {
    try (OpenAdapter open = OpenAdapter.open(typed, typedPath(typed))) {
      List<MeasuredModule> modules =
          AdapterScan.onAllProcessors()
              .modules(open.adapter(), opened.map(Base::names), Cancellation.NEVER, progress);
      return print(open, modules, opened).or(printTraces(typed, open.file().path()));
    } catch (IOException e) {
      failed(typed, ErrorOutput.sentence(e));
      return ExitCode.of(e);
    } catch (OutOfMemoryError e) {
      return failed(typed, ErrorOutput.sentence(e));
    }
  }

  private ExitCode failed(String typed, String reason) {
    return fail(
        reason, new JsonObject().with("summary", true).with("path", typed).with("error", reason));
  }

  private ExitCode print(OpenAdapter open, List<MeasuredModule> modules, Optional<Base> opened) {
    AdapterSummary summary = AdapterSummary.of(open.adapter(), modules, opened.isPresent());
    if (isJson) {
      open.printRemarks(errors);
      modules.forEach(each -> printJson(json(open.typed(), each)));
      printJson(json(open, summary));
    } else {
      Optional<FitReason> reason = opened.flatMap(base -> base.fitReason(open.adapter(), modules));
      printText(text -> print(open, modules, summary, reason, text));
    }
    return summary.hasErrors() ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private static JsonObject json(String typed, MeasuredModule measured) {
    AdapterModule module = measured.module();
    ModuleFigures figures = measured.figures();
    boolean isKnown = figures.nonFinite() == 0;
    Optional<BaseFit> fit = measured.fit();
    List<Double> spectrum = figures.singularValues().stream().limit(MAX_SINGULAR_VALUES).toList();
    JsonObject json =
        new JsonObject()
            .with("path", typed)
            .with("module", module.name())
            .with("kind", module.kind().spelling());
    module.method().ifPresent(method -> json.with("method", method.name()));
    return json.with("rank", module.rank())
        .with("alpha", module.alpha())
        .with("scale", isKnown ? module.scale() : null)
        .with("scaleFrom", isKnown ? module.scaleFrom() : null)
        .with("magnitude", module.magnitude())
        .with(
            "shape",
            module.kind() == AdapterKind.IA3
                ? fit.map(base -> base.tensor().shape())
                : module.shape())
        .with("norm", measured.norm())
        .with("spectralNorm", figures.spectralNorm())
        .with("stableRank", figures.stableRank())
        .with("effectiveRank", figures.effectiveRank())
        .with("singularValues", spectrum.isEmpty() ? null : spectrum)
        .with("dead", figures.isDead())
        .with("nonFinite", figures.nonFinite())
        .with("baseTensor", fit.map(base -> base.tensor().name()))
        .with("baseShape", fit.map(base -> base.tensor().shape()))
        .with("fits", fit.flatMap(BaseFit::fits))
        .with("relativeChange", fit.map(BaseFit::relativeChange));
  }

  private static JsonObject json(OpenAdapter open, AdapterSummary summary) {
    boolean hasBase = summary.hasBase();
    Map<String, Long> dialects = new LinkedHashMap<>();
    summary.dialects().forEach((dialect, count) -> dialects.put(dialect.spelling(), count));
    return new JsonObject()
        .with("summary", true)
        .with("path", open.typed())
        .with("modules", summary.modules())
        .with("kinds", summary.kinds())
        .with("dialects", dialects)
        .with("loaders", summary.loaders())
        .with("dead", summary.dead())
        .with("unknown", summary.unknown())
        .with("nonFinite", summary.nonFinite())
        .with("fits", hasBase ? summary.fits() : null)
        .with("doesNotFit", hasBase ? summary.doesNotFit() : null)
        .with("noBaseTensor", hasBase ? summary.noBaseTensor() : null)
        .with("otherTensors", open.adapter().otherTensors())
        .with("norm", summary.norm());
  }

  private static void print(
      OpenAdapter open,
      List<MeasuredModule> modules,
      AdapterSummary summary,
      Optional<FitReason> reason,
      TextPrinter text) {
    text.gap();
    text.line(DisplayText.of(open.typed()) + ": " + summary.verdict());
    reason.ifPresent(cause -> text.line("  " + TextPrinter.shown(cause.sentence().toString())));
    summary.naming().ifPresent(names -> text.line("  " + names));
    open.adapter().remarks().forEach(note -> text.line("  " + TextPrinter.shown(note.toString())));
    if (!modules.isEmpty()) {
      ModuleNotes notes = ModuleNotes.of(modules, summary.hasBase());
      Comparator<MeasuredModule> byName =
          Comparator.comparing(each -> each.module().name(), NaturalOrder.INSTANCE);
      text.table(
          modules.stream().sorted(byName).toList(),
          each -> cells(each, notes.of(each)),
          each ->
              each.isBroken() ? Style.BAD : notes.of(each).isEmpty() ? Style.PLAIN : Style.NOTABLE,
          "MODULE KIND >RANK >USED >SCALE FROM >NORM >CHANGE NOTE".split(" "));
    }
    List<String> others = open.adapter().otherTensors();
    if (!modules.isEmpty() && !others.isEmpty()) {
      String names = String.join(", ", others.stream().map(DisplayText::of).toList());
      text.line("  Other tensors: " + names);
    }
  }

  private static String kind(AdapterModule module) {
    String kind = module.method().map(OtherMethod::name).orElse(module.kind().spelling());
    boolean hasMagnitude = module.magnitude().isPresent() && module.kind() != AdapterKind.DORA;
    return DisplayText.of(hasMagnitude ? kind + "+dora" : kind);
  }

  private static String[] cells(MeasuredModule measured, List<Sentence> notes) {
    AdapterModule module = measured.module();
    ModuleFigures figures = measured.figures();
    double change = measured.fit().map(BaseFit::relativeChange).orElse(Double.NaN);
    return new String[] {
      DisplayText.of(module.name()),
      kind(module),
      module.rank().isPresent() ? String.valueOf(module.rank().getAsInt()) : TextPrinter.NO_FIGURE,
      TextPrinter.figure("%.1f", figures.effectiveRank()),
      TextPrinter.figure("%.4g", module.scale().orElse(Double.NaN)),
      module.hasIneffectiveAlpha()
          ? "fixed"
          : module.scaleFrom().map(Spelled::of).orElse(TextPrinter.NO_FIGURE),
      TextPrinter.figure("%.4g", measured.norm()),
      TextPrinter.figure("%.2f %%", 100 * change),
      Sentence.joined("; ", notes).toString()
    };
  }
}
