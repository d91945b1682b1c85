package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.LowRankFactors.Limit;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bar;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bars;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.convert.Spectra.Spectrum;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;

/// A slider for the rank of an adapter, or for the kept share of its modules, with the effect on
/// the modules.
final class RankChooser extends VBox {

  private static final double CHART_HEIGHT = 84;
  private static final double PERCENT = 100;
  private static final double MIN_PERCENT = 50;
  private static final double DEFAULT_PERCENT = 95;
  private static final int NAME_CHARACTERS = 60;

  private final Messages messages;
  private final RadioButton byRank;
  private final RadioButton byShare;
  private final Slider rank;
  private final Slider share = new Slider(MIN_PERCENT, PERCENT, DEFAULT_PERCENT);
  private final Label effect = PanelParts.named(PanelParts.wrapping("", "muted"), "convert-effect");
  private final BarsCanvas chart = new BarsCanvas(this::tip, _ -> {});
  private Optional<Spectra> spectra = Optional.empty();

  /// @param onChange called when the user changes the limit
  RankChooser(
      int maxRank, int defaultRank, ConvertViewModel model, Runnable onChange, Messages messages) {
    super(8);
    this.messages = messages;
    byRank = choice("by-rank");
    byShare = choice("by-share");
    ToggleGroup group = new ToggleGroup();
    byRank.setToggleGroup(group);
    byShare.setToggleGroup(group);
    byRank.setSelected(true);
    rank = new Slider(1, Math.max(2, maxRank), defaultRank);
    rank.setBlockIncrement(1);
    prepare(rank, "rank");
    prepare(share, "share");
    share.setBlockIncrement(1);
    rank.visibleProperty().bind(byRank.selectedProperty());
    share.visibleProperty().bind(byShare.selectedProperty());
    String title = messages.text("convert.chart.kept");
    FlowPane choices = new FlowPane(16, 4, byRank, byShare);
    choices.setMinWidth(0);
    VBox titled = chart.titled("convert-kept", title, CHART_HEIGHT);
    titled.managedProperty().bind(titled.visibleProperty());
    getChildren().setAll(choices, rank, share, effect, titled);
    for (ObservableValue<?> each :
        List.of(rank.valueProperty(), share.valueProperty(), byRank.selectedProperty())) {
      each.subscribe(
          (_, _) -> {
            showEffect();
            onChange.run();
          });
    }
    WeakSubscriptions.of(this)
        .subscribe(
            model.spectra.resultProperty(),
            measured -> {
              spectra = measured;
              showEffect();
            });
  }

  private RadioButton choice(String id) {
    RadioButton button =
        PanelParts.named(new RadioButton(messages.text("convert." + id)), "convert-" + id);
    button.setMnemonicParsing(false);
    return button;
  }

  private void prepare(Slider slider, String id) {
    PanelParts.named(slider, "convert-" + id).setAccessibleText(messages.text("convert.by-" + id));
    slider.managedProperty().bind(slider.visibleProperty());
    slider.setMinWidth(0);
  }

  private int chosenRank() {
    return (int) Math.round(rank.getValue());
  }

  private double chosenShare() {
    return Math.round(share.getValue()) / PERCENT;
  }

  Limit limit() {
    return byRank.isSelected()
        ? new Limit(OptionalInt.of(chosenRank()), OptionalDouble.empty())
        : new Limit(OptionalInt.empty(), OptionalDouble.of(chosenShare()));
  }

  Node beginning() {
    return rank;
  }

  private int rank(Spectrum spectrum) {
    return byRank.isSelected() ? chosenRank() : spectrum.rank(chosenShare());
  }

  private void showEffect() {
    Optional<Spectra> shown = spectra.filter(each -> !each.modules().isEmpty());
    String chosen =
        byRank.isSelected()
            ? messages.text("convert.rank", messages.count(chosenRank()))
            : messages.text("convert.share", messages.share(chosenShare()));
    String figures = shown.map(this::figures).orElse("");
    effect.setText(figures.isEmpty() ? chosen : chosen + " " + figures);
    chart.contentProperty().set(shown.map(this::bars).orElse(Bars.NONE));
  }

  private String figures(Spectra measured) {
    if (byRank.isSelected()) {
      Spectrum worst = measured.worst(chosenRank()).orElseThrow();
      return messages.text(
          "convert.kept",
          messages.share(measured.meanShare(chosenRank())),
          messages.share(worst.share(chosenRank())),
          DisplayText.of(worst.module(), NAME_CHARACTERS));
    }
    IntSummaryStatistics ranks =
        measured.modules().stream().mapToInt(this::rank).summaryStatistics();
    return messages.text(
        "convert.ranks",
        messages.count(ranks.getMin()),
        messages.count(ranks.getMax()),
        messages.rounded(ranks.getAverage()));
  }

  private Bars bars(Spectra measured) {
    List<Bar> bars = new ArrayList<>();
    for (Spectrum each : measured.modules()) {
      bars.add(new Bar(each.share(rank(each)), Double.NaN, Tone.NORMAL));
    }
    return new Bars(bars, new TreeMap<>(), new double[0], messages.share(1), "0");
  }

  private String tip(int index) {
    Spectrum spectrum = spectra.orElseThrow().modules().get(index);
    return messages.text(
        "convert.kept.module",
        DisplayText.of(spectrum.module()),
        messages.count(rank(spectrum)),
        messages.share(spectrum.share(rank(spectrum))));
  }
}
