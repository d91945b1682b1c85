package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.ChartAxis;
import io.github.tensorloupe.analysis.chart.ChartAxis.Extent;
import io.github.tensorloupe.analysis.chart.ChartAxis.ValueRange;
import io.github.tensorloupe.analysis.chart.ChartData;
import io.github.tensorloupe.analysis.chart.ChartData.Outline;
import io.github.tensorloupe.analysis.chart.CountScale;
import io.github.tensorloupe.analysis.chart.ValueScale;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Pin;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Done;

/// The content of the chart: scales, bins and range. Everything is derived from distributions, and
/// nothing is read again. Belongs to the FX thread.
final class ChartViewModel {

  private static final double USUAL_WIDTH = 400;

  private final ReadOnlyObjectProperty<HistogramState> state;
  private final ComparisonViewModel comparison;
  private final HistogramSources sources;
  private final ObjectProperty<Optional<ChartData>> data =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<CountScale> countScale =
      new SimpleObjectProperty<>(CountScale.LINEAR);
  private final ObjectProperty<ValueScale> valueScale =
      new SimpleObjectProperty<>(ValueScale.LINEAR);
  private final ObjectProperty<BinChoice> bins = new SimpleObjectProperty<>(BinChoice.AUTOMATIC);
  private final ObjectProperty<Optional<ValueRange>> range =
      new SimpleObjectProperty<>(Optional.empty());
  private final DoubleProperty plotWidth = new SimpleDoubleProperty(USUAL_WIDTH);
  private final ObservableValue<Integer> binCount =
      Bindings.createObjectBinding(() -> bins.get().countIn(plotWidth.get()), bins, plotWidth);
  private Optional<Object> subject = Optional.empty();
  private boolean scaleChosen;
  private boolean choosing;

  ChartViewModel(
      ReadOnlyObjectProperty<HistogramState> state,
      ComparisonViewModel comparison,
      HistogramSources sources) {
    this.state = state;
    this.comparison = comparison;
    this.sources = sources;
    state.subscribe(this::follow);
    valueScale.addListener(_ -> followScale());
    range.subscribe(_ -> update());
    binCount.subscribe(_ -> update());
    comparison.siblingsProperty().subscribe(_ -> update());
    comparison.siblingModeProperty().subscribe(_ -> update());
    comparison.pins().addListener((ListChangeListener<Pin>) _ -> update());
  }

  private void follow(HistogramState now) {
    Optional<Object> shown = now.subject().map(sources::key);
    if (!shown.equals(subject)) {
      subject = shown;
      range.set(Optional.empty());
    }
    // Until the user chooses a scale, it follows the values.
    if (!scaleChosen && now instanceof Done done && done.distribution().hasFinite()) {
      choosing = true;
      valueScale.set(ValueScale.suitedTo(done.distribution()));
      choosing = false;
    }
    update();
  }

  private void followScale() {
    if (!choosing) {
      scaleChosen = true;
      update();
    }
  }

  private void update() {
    data.set(
        state.get() instanceof Done done && done.distribution().hasFinite()
            ? Optional.of(dataOf(done.distribution()))
            : Optional.empty());
  }

  private ChartData dataOf(Distribution distribution) {
    Extent extent = Extent.of(distribution);
    List<Named> others = others();
    for (Named other : others) {
      extent = extent.and(Extent.of(other.distribution()));
    }
    ChartAxis axis = ChartAxis.of(extent, valueScale.get(), range.get(), binCount.getValue());
    return new ChartData(
        distribution,
        axis,
        distribution.histogram(axis.bins()),
        others.stream().map(other -> other.outline(axis)).toList());
  }

  private record Named(Outline.Kind kind, int series, String name, Distribution distribution) {

    Outline outline(ChartAxis axis) {
      return Outline.of(kind, series, name, distribution, axis);
    }
  }

  private List<Named> others() {
    Stream<Named> siblings = comparison.siblingsProperty().get().stream().flatMap(this::of);
    Stream<Named> pins =
        comparison.pins().stream()
            .map(pin -> new Named(Outline.Kind.PIN, pin.series(), pin.name(), pin.distribution()));
    return Stream.concat(siblings, pins).filter(other -> other.distribution().hasFinite()).toList();
  }

  private Stream<Named> of(Siblings siblings) {
    return switch (comparison.siblingModeProperty().get()) {
      case NONE -> Stream.of();
      case TOGETHER -> Stream.of(new Named(Outline.Kind.SIBLINGS, 0, "", siblings.sum()));
      case EACH ->
          siblings.nearest().stream()
              .map(
                  sibling ->
                      new Named(Outline.Kind.SIBLING, 0, sibling.name(), sibling.distribution()));
    };
  }

  /// The content of the chart; empty where there is no finite value.
  ReadOnlyObjectProperty<Optional<ChartData>> dataProperty() {
    return data;
  }

  ObjectProperty<CountScale> countScaleProperty() {
    return countScale;
  }

  /// The scale of the values: chosen to suit them until it is set. Where it does not fit the
  /// values, the axis uses another one.
  ObjectProperty<ValueScale> valueScaleProperty() {
    return valueScale;
  }

  /// The number of bins that was chosen.
  ObjectProperty<BinChoice> binsProperty() {
    return bins;
  }

  /// The range of values that is shown; empty for all. Reset when the subject changes.
  ObjectProperty<Optional<ValueRange>> rangeProperty() {
    return range;
  }

  /// The width of the plot area in pixels, which limits the number of bins.
  DoubleProperty plotWidthProperty() {
    return plotWidth;
  }

  /// The number of bins that was chosen.
  ///
  /// @param count that many, or 0 for as many as the chart has room for
  record BinChoice(int count) {

    /// As many as the chart has room for.
    static final BinChoice AUTOMATIC = new BinChoice(0);

    static final List<BinChoice> ALL =
        IntStream.of(0, 16, 32, 64, 128, 256, 512).mapToObj(BinChoice::new).toList();

    private static final int MIN = 16;
    private static final int MAX = 512;
    private static final double ROOM = 5;

    /// @param plotWidth the width of the plot area, in pixels
    int countIn(double plotWidth) {
      // Powers of two, so that the bars do not change with every pixel of the window.
      return count > 0
          ? count
          : Integer.highestOneBit((int) Math.clamp(plotWidth / ROOM, MIN, MAX));
    }
  }
}
