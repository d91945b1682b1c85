package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;

/// The distribution as bars, with axes, the place of zero, and quantiles.
///
/// The bar whose column is under the mouse, or that the arrow keys are at, is marked and described.
final class HistogramChart extends Pane {

  private static final double AXIS_STRIP = 22;
  private static final double RIGHT_PADDING = 12;
  private static final double READOUT_GAP = 6;

  private final Messages messages;
  private final CountAxis countAxis = new CountAxis();
  private final ValueAxis valueAxis = new ValueAxis();
  private final ChartBars bars = new ChartBars();
  private final QuantileMarkers quantiles = new QuantileMarkers();
  private final Label readout = TickLabels.label("chart-readout");
  private Optional<TensorStatistics.Finite> shown = Optional.empty();
  private Optional<PlotArea> area = Optional.empty();
  private CountScale scale = CountScale.LINEAR;
  private OptionalInt marked = OptionalInt.empty();

  HistogramChart(Messages messages) {
    this.messages = messages;
    setId("histogram-chart");
    getStyleClass().add("histogram-chart");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    readout.setId("histogram-readout");
    getChildren().addAll(countAxis.lines());
    getChildren().addAll(bars.nodes());
    getChildren().addAll(valueAxis.nodes());
    getChildren().addAll(quantiles.nodes());
    getChildren().addAll(countAxis.labels());
    getChildren().add(readout);
    setOnMouseMoved(
        event -> mark(area.map(plot -> plot.binAt(event.getX())).orElse(OptionalInt.empty())));
    setOnMouseExited(_ -> mark(OptionalInt.empty()));
    setOnMousePressed(_ -> requestFocus());
    setOnKeyPressed(this::pressKey);
  }

  /// Shows a distribution.
  void show(TensorStatistics.Finite finite) {
    shown = Optional.of(finite);
    mark(OptionalInt.empty());
  }

  void setScale(CountScale newScale) {
    scale = newScale;
    setNeedsLayout(true);
  }

  private void pressKey(KeyEvent event) {
    switch (event.getCode()) {
      case LEFT -> step(-1);
      case RIGHT -> step(1);
      case ESCAPE -> mark(OptionalInt.empty());
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void step(int direction) {
    int binCount = shown.map(finite -> finite.histogram().counts().size()).orElse(0);
    if (binCount > 0) {
      int start = direction > 0 ? -1 : binCount;
      mark(OptionalInt.of(Math.clamp(marked.orElse(start) + direction, 0, binCount - 1)));
    }
  }

  private void mark(OptionalInt bin) {
    marked = bin;
    shown.ifPresent(
        finite -> {
          readout.setText(
              bin.isPresent()
                  ? BinText.of(finite.histogram(), bin.getAsInt(), finite.count(), messages)
                  : "");
          setAccessibleText(bin.isPresent() ? readout.getText() : summary(finite));
        });
    setNeedsLayout(true);
  }

  private String summary(TensorStatistics.Finite finite) {
    return messages.text(
        "histogram.chart.accessible",
        Figures.count(finite.count()),
        NumberText.of(finite.min()),
        NumberText.of(finite.max()));
  }

  @Override
  protected void layoutChildren() {
    shown.ifPresent(this::layout);
  }

  private void layout(TensorStatistics.Finite finite) {
    List<Long> counts = finite.histogram().counts();
    long maxCount = Math.max(1, counts.stream().mapToLong(Long::longValue).max().orElse(1));
    double height = Math.max(0, snapPositionY(getHeight() - QuantileMarkers.STRIP - AXIS_STRIP));
    double left = snapPositionX(countAxis.prepare(maxCount, scale, height));
    PlotArea plot = area(finite, left, height);
    area = Optional.of(plot);
    countAxis.layout(plot, maxCount, scale);
    valueAxis.layout(plot, NumberText.isInteger(finite.min()));
    bars.layout(plot, counts, maxCount, scale, marked);
    quantiles.layout(plot, finite, messages);
    placeReadout(plot);
  }

  private PlotArea area(TensorStatistics.Finite finite, double left, double height) {
    List<Number> edges = finite.histogram().edges();
    return new PlotArea(
        left,
        snapPositionY(QuantileMarkers.STRIP),
        Math.max(0, snapPositionX(getWidth() - left - RIGHT_PADDING)),
        height,
        // Rounded up to one device pixel.
        snapSizeX(1e-3),
        edges.getFirst().doubleValue(),
        edges.getLast().doubleValue(),
        edges.size() - 1);
  }

  /// Beside the marked bar, on the side that has more room.
  private void placeReadout(PlotArea plot) {
    readout.setVisible(marked.isPresent());
    marked.ifPresent(
        bin -> {
          readout.autosize();
          double right = plot.columnLeft(bin + 1) + READOUT_GAP;
          double left = plot.columnLeft(bin) - READOUT_GAP - readout.getWidth();
          boolean fitsRight = right + readout.getWidth() <= getWidth();
          readout.relocate(plot.snap(fitsRight ? right : Math.max(0, left)), plot.top());
        });
  }
}
