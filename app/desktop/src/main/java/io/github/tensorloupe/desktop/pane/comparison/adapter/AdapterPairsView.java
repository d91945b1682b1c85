package io.github.tensorloupe.desktop.pane.comparison.adapter;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.AdapterComparison;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.AdapterPair;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.PairFigures;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bar;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bars;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Tone;
import io.github.tensorloupe.desktop.control.bars.ChartedTable;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.ComparisonDocument.Adapters;
import io.github.tensorloupe.desktop.selection.NetworkPosition;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;

/// The pane for a comparison of two adapters: the verdict on top, then both norms and the cosine of
/// each pair of modules as bars, a table of the pairs, and the factors of the selected pair.
public final class AdapterPairsView extends StackPane {

  public static final PaneDescriptor DESCRIPTOR =
      PaneDescriptor.ofComparison(
              "adapter", Command.SHOW_ADAPTER, context -> _ -> new AdapterPairsView(context))
          .offeredWhile(selection -> selection.documentProperty().map(_ -> areAdapters(selection)));

  private static final double NORM_HEIGHT = 92;
  private static final double COSINE_HEIGHT = 64;
  private static final double WIDTH_FOR_ALL = 760;
  private static final int NAME_CHARACTERS = 200;

  private final PaneContext context;
  private final Messages messages;
  private final ChartedTable<AdapterPair> table;

  AdapterPairsView(PaneContext context) {
    this.context = context;
    messages = context.messages();
    setId("adapter-pairs");
    table =
        new ChartedTable<>(
            "adapter-pairs-table",
            messages.text("adapter.modules"),
            this::description,
            this::factors);
    table.addChart("norms", messages.text("adapter.pairs.norms"), NORM_HEIGHT, this::norms);
    table.addChart("cosines", messages.text("adapter.pairs.cosines"), COSINE_HEIGHT, this::cosines);
    table.addColumn("name", messages.text("adapter.column.name"), 260, AdapterPairsView::name);
    table.addColumn("sides", messages.text("adapter.pairs.sides"), 60, this::sides);
    addFigures("norm-a", AdapterPair::normA);
    addFigures("norm-b", AdapterPair::normB);
    addFigures("cosine", AdapterPair::cosine);
    Stream.of(
            addShares("conflict", pair -> pair.together().signConflict()),
            addShares("out", pair -> pair.together().overlapOut()),
            addShares("in", pair -> pair.together().overlapIn()),
            addFigures("sum", pair -> pair.together().sumNorm()))
        .forEach(
            column ->
                column.visibleProperty().bind(table.widthProperty().greaterThan(WIDTH_FOR_ALL)));
    getChildren().setAll(table);
    measure(context.compared().comparison().adapters().orElseThrow());
  }

  private static boolean areAdapters(Selection selection) {
    return selection.openComparison().flatMap(ComparisonDocument::adapters).isPresent();
  }

  private TableColumn<AdapterPair, AdapterPair> addFigures(
      String name, ToDoubleFunction<AdapterPair> figure) {
    return table.addFigures(name, head(name), 76, figure, messages::rounded);
  }

  private TableColumn<AdapterPair, AdapterPair> addShares(
      String name, ToDoubleFunction<AdapterPair> figure) {
    return table.addFigures(name, head(name), 76, figure, messages::share);
  }

  private String head(String name) {
    return messages.text("adapter.pairs." + name);
  }

  private void measure(Adapters adapters) {
    table.setStatus(messages.text("adapter.measuring"));
    context
        .jobs()
        .start(
            messages.text("adapter.pairs.job"),
            (cancellation, progress) ->
                AdapterComparison.of(
                    AdapterScan.onAllProcessors()
                        .pairs(adapters.a(), adapters.b(), cancellation, progress)),
            this::show,
            failure -> table.setStatus(messages.sentence(Failures.sentence(failure))));
  }

  private void show(AdapterComparison comparison) {
    table.setStatus("");
    table.setTitle(
        messages.sentence(comparison.verdict()),
        comparison.merged().stream().map(messages::sentence).toList());
    List<AdapterPair> inOrder =
        comparison.pairs().stream()
            .sorted(Comparator.comparing(pair -> NetworkPosition.of(module(pair))))
            .toList();
    table.show(inOrder);
    table.select(inOrder.stream().findFirst());
  }

  private static AdapterModule module(AdapterPair pair) {
    return pair.a().or(pair::b).orElseThrow();
  }

  private static String name(AdapterPair pair) {
    return DisplayText.of(module(pair).name(), NAME_CHARACTERS);
  }

  private String sides(AdapterPair pair) {
    return pair.pairedBy().isPresent() ? "A, B" : pair.a().isPresent() ? "A" : "B";
  }

  private Bars norms(List<AdapterPair> pairs) {
    double max =
        pairs.stream()
            .flatMapToDouble(pair -> DoubleStream.of(pair.normA(), pair.normB()))
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    List<Bar> bars =
        pairs.stream()
            .map(pair -> new Bar(pair.normA() / max, pair.normB() / max, Tone.NORMAL))
            .toList();
    return new Bars(
        bars,
        NetworkPosition.labels(pairs, pair -> NetworkPosition.of(module(pair))),
        new double[0],
        messages.rounded(max),
        "0");
  }

  private Bars cosines(List<AdapterPair> pairs) {
    List<Bar> bars =
        pairs.stream()
            .map(
                pair ->
                    new Bar(
                        Math.abs(pair.cosine()),
                        Double.NaN,
                        AdapterComparison.isOpposing(pair) ? Tone.NOTABLE : Tone.NORMAL))
            .toList();
    return new Bars(bars, new TreeMap<>(), new double[0], "1", "0");
  }

  private String description(AdapterPair pair) {
    List<String> lines = new ArrayList<>(List.of(name(pair)));
    pair.a().ifPresent(module -> lines.add(side("A", module, pair.normA())));
    pair.b().ifPresent(module -> lines.add(side("B", module, pair.normB())));
    if (Double.isFinite(pair.cosine())) {
      PairFigures together = pair.together();
      String cosine = messages.rounded(pair.cosine());
      String conflict = messages.share(together.signConflict());
      lines.add(messages.text("adapter.pairs.together", cosine, conflict));
      if (Double.isFinite(together.overlapOut())) {
        String out = messages.share(together.overlapOut());
        String in = messages.share(together.overlapIn());
        lines.add(messages.text("adapter.pairs.overlap", out, in));
      }
      lines.add(messages.text("adapter.pairs.sum.of", messages.rounded(together.sumNorm())));
    }
    return String.join("\n", lines);
  }

  private String side(String side, AdapterModule module, double norm) {
    List<String> parts =
        new ArrayList<>(List.of(side + ": " + messages.sentence(module.kind().label())));
    module.rank().ifPresent(rank -> parts.add(messages.text("adapter.rank", messages.count(rank))));
    if (Double.isFinite(norm)) {
      parts.add(messages.text("adapter.norm", messages.rounded(norm)));
    }
    return String.join("  ·  ", parts);
  }

  private List<Hyperlink> factors(AdapterPair pair) {
    AdapterModule module = module(pair);
    return module.factors().values().stream().map(tensor -> factor(module.name(), tensor)).toList();
  }

  private Hyperlink factor(String module, TensorRef tensor) {
    String name = tensor.info().name();
    Hyperlink link = new Hyperlink(DisplayText.of(name.substring(module.length() + 1)));
    Tips.explain(link, messages.text("adapter.factor.tip", DisplayText.of(name)));
    link.setOnAction(
        _ -> {
          context
              .compared()
              .comparison()
              .pairNamed(name)
              .ifPresent(context.compared().selection()::select);
          context.commands().run(Command.SHOW_VALUES);
        });
    return link;
  }
}
