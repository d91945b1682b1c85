package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.AdapterKind;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.adapter.ModuleFigures;
import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints what the modules of adapters add to their weights, and whether they fit a base.
@Command(name = "lora")
final class LoraCommand extends ResultCommand {

  /// More singular values than these are told to nobody.
  private static final int MOST_VALUES = 256;

  @Parameters(paramLabel = "PATH", arity = "1..*")
  private List<String> arguments;

  @Option(names = "--base", paramLabel = "BASE")
  private Optional<String> base = Optional.empty();

  @Override
  ExitCode run() {
    if (base.isEmpty()) {
      return each(typed -> process(typed, Optional.empty()));
    }
    try (Side side = Side.open(typedPath(base.get()), Cancellation.NEVER, Progress.NONE)) {
      CompareCommand.requireWhole(side, base.get());
      Optional<BaseNames> names = Optional.of(new BaseNames(BaseTensor.of(side.tensors())));
      return each(typed -> process(typed, names));
    } catch (IOException e) {
      return each(typed -> failed(typed, ErrorOutput.sentence(e)));
    }
  }

  private ExitCode each(Function<String, ExitCode> work) {
    return arguments.stream().map(work).reduce(ExitCode.FINE, ExitCode::or);
  }

  private ExitCode process(String typed, Optional<BaseNames> names) {
    try (OpenAdapter open = OpenAdapter.open(typed, typedPath(typed))) {
      List<MeasuredModule> modules =
          AdapterScan.onAllProcessors()
              .modules(open.adapter(), names, Cancellation.NEVER, progress());
      return print(open, modules, names.isPresent());
    } catch (IOException e) {
      return failed(typed, ErrorOutput.sentence(e));
    } catch (OutOfMemoryError e) {
      return failed(typed, ErrorOutput.sentence(e));
    }
  }

  private ExitCode failed(String typed, String why) {
    return fail(why, new JsonObject().with("summary", true).with("path", typed).with("error", why));
  }

  private ExitCode print(OpenAdapter open, List<MeasuredModule> modules, boolean hasBase) {
    if (isJson()) {
      modules.forEach(each -> printJson(json(open.typed(), each)));
      printJson(summary(open, modules, hasBase));
    } else {
      printText(text -> print(open, modules, hasBase, text));
    }
    boolean hasNoTensor = hasBase && modules.stream().allMatch(each -> each.fit().isEmpty());
    boolean isWrong = modules.stream().anyMatch(MeasuredModule::isBroken);
    return modules.isEmpty() || hasNoTensor || isWrong ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private static JsonObject json(String typed, MeasuredModule measured) {
    AdapterModule module = measured.module();
    ModuleFigures figures = measured.figures();
    boolean isKnown = figures.nonFinite() == 0;
    Optional<BaseFit> fit = measured.fit();
    boolean hasSpectrum = !figures.singularValues().isEmpty();
    return new JsonObject()
        .with("path", typed)
        .with("module", module.name())
        .with("kind", module.kind().spelling())
        .with("rank", module.rank())
        .with("alpha", module.alpha())
        .with("scale", isKnown ? module.scale() : null)
        .with("scaleFrom", isKnown ? module.scaleFrom() : null)
        .with("magnitude", module.magnitude())
        .with(
            "shape",
            module.kind() == AdapterKind.IA3 ? fit.map(it -> it.tensor().shape()) : module.shape())
        .with("norm", measured.norm())
        .with("spectralNorm", figures.spectralNorm())
        .with("stableRank", figures.stableRank())
        .with("effectiveRank", figures.effectiveRank())
        .with(
            "singularValues",
            hasSpectrum ? figures.singularValues().stream().limit(MOST_VALUES).toList() : null)
        .with("dead", figures.isDead())
        .with("nonFinite", figures.nonFinite())
        .with("baseTensor", fit.map(it -> it.tensor().name()))
        .with("baseShape", fit.map(it -> it.tensor().shape()))
        .with("fits", fit.flatMap(BaseFit::fits))
        .with("relativeChange", fit.map(BaseFit::relativeChange));
  }

  private static JsonObject summary(
      OpenAdapter open, List<MeasuredModule> modules, boolean hasBase) {
    return new JsonObject()
        .with("summary", true)
        .with("path", open.typed())
        .with("modules", modules.size())
        .with("kinds", kinds(modules))
        .with("dead", count(modules, each -> each.figures().isDead()))
        .with("unknown", count(modules, MeasuredModule::isUnknown))
        .with("nonFinite", count(modules, each -> each.figures().nonFinite() > 0))
        .with("fits", hasBase ? count(modules, each -> each.fits(true)) : null)
        .with("doesNotFit", hasBase ? count(modules, each -> each.fits(false)) : null)
        .with("noBaseTensor", hasBase ? count(modules, each -> each.fit().isEmpty()) : null)
        .with("otherTensors", open.adapter().otherTensors())
        .with("norm", norm(modules));
  }

  private static long count(List<MeasuredModule> modules, Predicate<MeasuredModule> condition) {
    return modules.stream().filter(condition).count();
  }

  private static Map<String, Long> kinds(List<MeasuredModule> modules) {
    return modules.stream()
        .collect(
            Collectors.groupingBy(
                each -> each.module().kind().spelling(), TreeMap::new, Collectors.counting()));
  }

  private static double norm(List<MeasuredModule> modules) {
    return Math.sqrt(
        modules.stream()
            .mapToDouble(MeasuredModule::norm)
            .filter(Double::isFinite)
            .map(norm -> norm * norm)
            .sum());
  }

  private static void print(
      OpenAdapter open, List<MeasuredModule> modules, boolean hasBase, TextPrinter text) {
    text.gap();
    text.line(DisplayText.of(open.typed()) + ": " + verdict(modules, hasBase));
    if (!modules.isEmpty()) {
      Table table = new Table("MODULE KIND >RANK >USED >SCALE FROM >NORM >CHANGE NOTE".split(" "));
      Map<MeasuredModule, Double> outliers = MeasuredModule.outliers(modules);
      modules.forEach(each -> table.measure(cells(each, hasBase, outliers)));
      text.line("  " + text.paint(Style.FAINT, table.titles()));
      for (MeasuredModule each : modules) {
        String row = "  " + table.row(cells(each, hasBase, outliers));
        text.line(
            each.isBroken()
                ? text.paint(Style.BAD, row)
                : each.figures().isDead() || outliers.containsKey(each)
                    ? text.paint(Style.NOTABLE, row)
                    : row);
      }
    }
    List<String> others = open.adapter().otherTensors();
    if (!modules.isEmpty() && !others.isEmpty()) {
      text.line(
          "  Other tensors: "
              + others.stream().map(DisplayText::of).collect(Collectors.joining(", ")));
    }
  }

  /// The answer in a line.
  private static String verdict(List<MeasuredModule> modules, boolean hasBase) {
    if (modules.isEmpty()) {
      return "no adapter: no tensor is named as those of adapters are";
    }
    List<String> parts = new ArrayList<>();
    parts.add(modules.size() == 1 ? "1 module" : modules.size() + " modules");
    IntSummaryStatistics ranks =
        modules.stream().flatMapToInt(each -> each.module().rank().stream()).summaryStatistics();
    if (ranks.getCount() > 0) {
      parts.add(
          ranks.getMin() == ranks.getMax()
              ? "rank " + ranks.getMin()
              : "ranks %d to %d".formatted(ranks.getMin(), ranks.getMax()));
      MeasuredModule.effectiveRank(modules)
          .ifPresent(used -> parts.add(TextPrinter.figure("effective %.1f", used)));
    }
    addCount(parts, count(modules, each -> each.figures().isDead()), "dead");
    addCount(parts, count(modules, MeasuredModule::isUnknown), "unknown");
    addCount(parts, count(modules, each -> each.figures().nonFinite() > 0), "with NaN or infinity");
    if (hasBase) {
      long fitting = count(modules, each -> each.fits(true));
      if (fitting == modules.size()) {
        parts.add("fits");
      } else {
        parts.add(fitting + " fit");
        addCount(parts, count(modules, each -> each.fits(false)), "of another shape");
        addCount(
            parts, count(modules, each -> each.fit().isEmpty()), "without a tensor in the base");
      }
    }
    return String.join(", ", parts);
  }

  private static void addCount(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }

  private static String[] cells(
      MeasuredModule measured, boolean hasBase, Map<MeasuredModule, Double> outliers) {
    AdapterModule module = measured.module();
    ModuleFigures figures = measured.figures();
    double change = measured.fit().map(BaseFit::relativeChange).orElse(Double.NaN);
    return new String[] {
      DisplayText.of(module.name()),
      module.kind().spelling(),
      module.rank().isPresent() ? String.valueOf(module.rank().getAsInt()) : TextPrinter.NO_FIGURE,
      TextPrinter.figure("%.1f", figures.effectiveRank()),
      TextPrinter.figure("%.4g", module.scale().orElse(Double.NaN)),
      module.scaleFrom().map(CommandLineInterface::word).orElse(TextPrinter.NO_FIGURE),
      TextPrinter.figure("%.4g", measured.norm()),
      TextPrinter.figure("%.2f %%", 100 * change),
      note(measured, hasBase, Optional.ofNullable(outliers.get(measured)))
    };
  }

  private static String note(MeasuredModule measured, boolean hasBase, Optional<Double> outlier) {
    List<String> notes = new ArrayList<>();
    if (measured.figures().nonFinite() > 0) {
      notes.add(measured.figures().nonFinite() + " NaN or infinite");
    }
    if (measured.figures().isDead()) {
      // kohya reads 0 as the rank; other loaders do not.
      boolean isOff = measured.module().alpha().orElse(1) == 0;
      notes.add(isOff ? "dead: alpha is 0, which kohya reads as the rank" : "dead");
    }
    outlier.ifPresent(
        factor ->
            notes.add(TextPrinter.figure("%.3g", factor) + " times the norm of its siblings"));
    if (measured.fits(false)) {
      notes.add("does not fit " + measured.fit().get().tensor().shape());
    } else if (hasBase && measured.fit().isEmpty()) {
      notes.add("no tensor in the base");
    }
    return String.join(", ", notes);
  }
}
