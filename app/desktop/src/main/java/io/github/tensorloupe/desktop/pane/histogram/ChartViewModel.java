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

/// The content of the chart: scales, bins and range. Everything is derived from distributions, and
/// nothing is read again. Belongs to the FX thread.
final class ChartViewModel {

  private static final double USUAL_WIDTH = 400;

  private final ReadOnlyObjectProperty<HistogramState> state;
  private final ComparisonViewModel comparison;
  private final HistogramSources sources;
  private final ReadOnlyObjectWrapper<Optional<ChartData>> data =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<CountScale> countScale =
      new SimpleObjectProperty<>(CountScale.LINEAR);
  private final ObjectProperty<ValueScale> valueScale =
      new SimpleObjectProperty<>(ValueScale.LINEAR);
  private final ObjectProperty<BinChoice> bins = new SimpleObjectProperty<>(BinChoice.AUTOMATIC);
  private final ObjectProperty<Optional<ValueRange>> range =
      new SimpleObjectProperty<>(Optional.empty());
  private final DoubleProperty plotWidth = new SimpleDoubleProperty(USUAL_WIDTH);
  private Optional<Object> subject = Optional.empty();
  private int automaticBins;
  private boolean scaleChosen;
  private boolean choosing;

  ChartViewModel(
      ReadOnlyObjectProperty<HistogramState> state,
      ComparisonViewModel comparison,
      HistogramSources sources) {
    this.state = state;
    this.comparison = comparison;
    this.sources = sources;
    state.subscribe(this::followSubject);
    valueScale.addListener(_ -> followScale());
    bins.subscribe(_ -> update());
    range.subscribe(_ -> update());
    plotWidth.subscribe(_ -> followWidth());
    comparison.siblingsProperty().subscribe(_ -> update());
    comparison.siblingModeProperty().subscribe(_ -> update());
    comparison.pins().addListener((ListChangeListener<Pin>) _ -> update());
  }

  /// A range belongs to one subject.
  private void followSubject(HistogramState now) {
    Optional<Object> shown = now.subject().map(sources::key);
    if (!shown.equals(subject)) {
      subject = shown;
      range.set(Optional.empty());
    }
    if (now instanceof HistogramState.Done(HistogramSubject _, Distribution distribution)) {
      chooseScale(distribution);
    }
    update();
  }

  /// Until the user chooses a scale, it follows the values.
  private void chooseScale(Distribution distribution) {
    if (!scaleChosen && distribution.hasFinite()) {
      choosing = true;
      valueScale.set(ValueScale.suitedTo(distribution));
      choosing = false;
    }
  }

  private void followScale() {
    scaleChosen = scaleChosen || !choosing;
    if (!choosing) {
      update();
    }
  }

  private void followWidth() {
    if (BinChoice.AUTOMATIC.countIn(plotWidth.get()) != automaticBins) {
      automaticBins = BinChoice.AUTOMATIC.countIn(plotWidth.get());
      update();
    }
  }

  private void update() {
    data.set(
        state.get() instanceof HistogramState.Done(HistogramSubject _, Distribution distribution)
                && distribution.hasFinite()
            ? Optional.of(dataOf(distribution))
            : Optional.empty());
  }

  private ChartData dataOf(Distribution distribution) {
    Extent extent = Extent.of(distribution);
    List<Named> others = others();
    for (Named other : others) {
      extent = extent.and(Extent.of(other.distribution()));
    }
    ChartAxis axis =
        ChartAxis.of(extent, valueScale.get(), range.get(), bins.get().countIn(plotWidth.get()));
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
    List<Named> others = new ArrayList<>();
    comparison.siblingsProperty().get().ifPresent(siblings -> others.addAll(of(siblings)));
    for (Pin pin : comparison.pins()) {
      others.add(new Named(Outline.Kind.PIN, pin.series(), pin.name(), pin.distribution()));
    }
    return others.stream().filter(other -> other.distribution().hasFinite()).toList();
  }

  private List<Named> of(Siblings siblings) {
    return switch (comparison.siblingModeProperty().get()) {
      case NONE -> List.of();
      case TOGETHER -> List.of(new Named(Outline.Kind.SIBLINGS, 0, "", siblings.sum()));
      case EACH ->
          IntStream.range(0, siblings.nearest().size())
              .mapToObj(
                  i ->
                      new Named(
                          Outline.Kind.SIBLING,
                          0,
                          siblings.nearestNames().get(i),
                          siblings.nearest().get(i)))
              .toList();
    };
  }

  /// The content of the chart; empty where there is no finite value.
  ReadOnlyObjectProperty<Optional<ChartData>> dataProperty() {
    return data.getReadOnlyProperty();
  }

  /// The scale of the counts.
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

    /// The choices.
    static final List<BinChoice> ALL =
        List.of(
            AUTOMATIC,
            new BinChoice(16),
            new BinChoice(32),
            new BinChoice(64),
            new BinChoice(128),
            new BinChoice(256),
            new BinChoice(512));

    private static final int MIN = 16;
    private static final int MAX = 512;
    private static final double ROOM = 5;

    /// The number of bins.
    ///
    /// @param plotWidth the width of the plot area, in pixels
    int countIn(double plotWidth) {
      if (count > 0) {
        return count;
      }
      int fits = (int) Math.clamp(plotWidth / ROOM, MIN, MAX);
      // Powers of two, so that the bars do not change with every pixel of the window.
      return Integer.highestOneBit(fits);
    }
  }
}
