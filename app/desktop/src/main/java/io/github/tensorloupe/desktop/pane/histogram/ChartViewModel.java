package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.plot.ChartAxis;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.Extent;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.CountScale;
import io.github.tensorloupe.desktop.control.plot.ValueScale;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Compared;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.SiblingMode;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Done;
import io.github.tensorloupe.desktop.selection.LinkedState;

/// The content of the chart: scales, bins and range. Everything is derived from distributions; no
/// tensor is read again. Belongs to the FX thread.
final class ChartViewModel {

  private static final double DEFAULT_WIDTH = 400;

  private final ReadOnlyObjectProperty<HistogramState> state;
  private final ComparisonViewModel comparison;
  private final HistogramContext context;

  /// The content of the chart; empty if no value is finite.
  final ObjectProperty<Optional<ChartData>> data = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<CountScale> countScale;

  /// The scale of the value axis. Selected to suit the values until the user sets it. If it does
  /// not fit the values, the axis uses another scale.
  final ObjectProperty<ValueScale> valueScale;

  final ObjectProperty<BinChoice> bins;

  /// The range of values that is shown; empty for all. Reset when the subject changes.
  final ObjectProperty<Optional<ValueRange>> range;

  /// The width of the plot area in pixels, which limits the number of bins.
  final DoubleProperty plotWidth = new SimpleDoubleProperty(DEFAULT_WIDTH);

  private final ObservableValue<Integer> binCount;
  private Optional<Object> subject = Optional.empty();
  private boolean scaleChosen;

  /// True while a view model selects the scale that suits its values.
  private final BooleanProperty choosing;

  /// The display options that linked charts share.
  private static final class Choices {
    private final ObjectProperty<CountScale> counts = new SimpleObjectProperty<>(CountScale.LINEAR);
    private final ObjectProperty<BinChoice> bins = new SimpleObjectProperty<>(BinChoice.AUTOMATIC);
  }

  /// The value axis that linked charts share if they have values of the same kind.
  private static final class Axis {
    private final ObjectProperty<ValueScale> scale = new SimpleObjectProperty<>(ValueScale.LINEAR);
    private final BooleanProperty choosing = new SimpleBooleanProperty();
    private final ObjectProperty<Optional<ValueRange>> range =
        new SimpleObjectProperty<>(Optional.empty());
  }

  ChartViewModel(
      ReadOnlyObjectProperty<HistogramState> state,
      ComparisonViewModel comparison,
      HistogramContext context) {
    this.state = state;
    this.comparison = comparison;
    this.context = context;
    LinkedState linked = context.selection().linked();
    Choices choices = linked.view().get(Choices.class, Choices::new);
    countScale = choices.counts;
    bins = choices.bins;
    Axis axis = linked.scale().get(Axis.class, Axis::new);
    valueScale = axis.scale;
    choosing = axis.choosing;
    range = axis.range;
    binCount =
        Bindings.createObjectBinding(() -> bins.get().countIn(plotWidth.get()), bins, plotWidth);
    state.subscribe(this::onStateChanged);
    valueScale.addListener(
        _ -> {
          if (!choosing.get()) {
            scaleChosen = true;
            update();
          }
        });
    range.subscribe(_ -> update());
    binCount.subscribe(_ -> update());
    comparison.siblings.subscribe(_ -> update());
    comparison.siblingMode.subscribe(_ -> update());
    comparison.pins.addListener((ListChangeListener<Compared>) _ -> update());
  }

  private void onStateChanged(HistogramState now) {
    Optional<Object> shown = now.subject().map(context::key);
    if (!shown.equals(subject)) {
      subject = shown;
      range.set(Optional.empty());
    }
    // Until the user chooses a scale, the values determine it.
    if (!scaleChosen && now instanceof Done done && done.distribution().hasFinite()) {
      choosing.set(true);
      valueScale.set(ValueScale.suitedTo(done.distribution()));
      choosing.set(false);
    }
    update();
  }

  private void update() {
    data.set(
        state.get() instanceof Done done && done.distribution().hasFinite()
            ? Optional.of(dataOf(done.distribution()))
            : Optional.empty());
  }

  private ChartData dataOf(Distribution distribution) {
    Extent extent = Extent.of(distribution);
    List<Compared> others = others();
    for (Compared other : others) {
      Extent added = Extent.of(other.distribution());
      // All charts of a comparison merge the extents in the same order, so that their bins have the
      // same edges.
      extent = isBefore(other) ? added.and(extent) : extent.and(added);
    }
    ChartAxis axis = ChartAxis.of(extent, valueScale.get(), range.get(), binCount.getValue());
    List<Outline> outlines =
        others.stream()
            .map(it -> Outline.of(it.kind(), it.series(), it.name(), it.distribution(), axis))
            .toList();
    return new ChartData(distribution, axis, distribution.histogram(axis.bins()), outlines);
  }

  private boolean isBefore(Compared other) {
    String label = context.selection().linked().label();
    return other.key() instanceof LinkedState side && side.label().compareTo(label) < 0;
  }

  private List<Compared> others() {
    SiblingMode mode = comparison.siblingMode.get();
    Stream<Compared> siblings =
        comparison.siblings.get().filter(_ -> mode != SiblingMode.NONE).stream()
            .flatMap(it -> (mode == SiblingMode.EACH ? it.nearest() : List.of(it.sum())).stream());
    return Stream.concat(siblings, comparison.pins.stream())
        .filter(other -> other.distribution().hasFinite())
        .toList();
  }

  /// The chosen number of bins; 0 for as many as the chart has room for.
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
      // Powers of two, so that the bins do not change with every pixel of the window width.
      return count > 0
          ? count
          : Integer.highestOneBit((int) Math.clamp(plotWidth / ROOM, MIN, MAX));
    }
  }
}
