package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;

/// The distribution as bars, with axes, the place of zero, quantiles, and what it is compared with
/// as lines.
///
/// The bars whose columns are under the mouse, or that the arrow keys are at, are marked and
/// described; a part that was dragged over fills the chart.
final class HistogramChart extends Pane {

  private static final double AXIS_STRIP = 22;
  private static final double RIGHT_PADDING = 12;
  private static final double READOUT_GAP = 6;

  private final ChartViewModel model;
  private final CaretValue caret;
  private final Messages messages;
  private final CountAxis countAxis = new CountAxis();
  private final ValueAxis valueAxis = new ValueAxis();
  private final ChartBars bars = new ChartBars();
  private final OutlinePaths outlines = new OutlinePaths();
  private final QuantileMarkers quantiles = new QuantileMarkers();
  private final CaretMarker caretMarker = new CaretMarker();
  private final Label readout = TickLabels.label("chart-readout");
  private Optional<ChartData> shown = Optional.empty();
  private Optional<PlotArea> area = Optional.empty();
  private BinSelection marked = BinSelection.NONE;

  HistogramChart(ChartViewModel model, CaretValue caret, Messages messages) {
    this.model = model;
    this.caret = caret;
    this.messages = messages;
    setId("histogram-chart");
    getStyleClass().add("histogram-chart");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    readout.setId("histogram-readout");
    getChildren().addAll(countAxis.lines());
    getChildren().addAll(bars.nodes());
    getChildren().add(outlines.node());
    getChildren().addAll(valueAxis.nodes());
    getChildren().addAll(quantiles.nodes());
    getChildren().addAll(countAxis.labels());
    getChildren().addAll(caretMarker.nodes());
    getChildren().add(readout);
    new ChartBrush(this);
    Following.of(this).subscribe(model.dataProperty(), this::show);
    Following.of(this).subscribe(model.countScaleProperty(), _ -> setNeedsLayout(true));
    Following.of(this).subscribe(caret.elementProperty(), _ -> setNeedsLayout(true));
  }

  /// What was there last stays until something takes its place.
  private void show(Optional<ChartData> data) {
    if (data.isPresent()) {
      shown = data;
      mark(BinSelection.NONE);
    }
  }

  /// The bin whose column is at a place; empty beside the bars.
  OptionalInt binAt(double x) {
    return area.map(plot -> plot.binAt(x)).orElse(OptionalInt.empty());
  }

  /// The bin whose column is nearest to a place.
  OptionalInt nearestBin(double x) {
    return area.map(plot -> OptionalInt.of(plot.nearestBin(x))).orElse(OptionalInt.empty());
  }

  /// How many bins there are.
  int binCount() {
    return shown.map(ChartData::binCount).orElse(0);
  }

  /// The bins that are marked.
  BinSelection marked() {
    return marked;
  }

  /// Marks bins, and describes them.
  void mark(BinSelection bins) {
    marked = bins;
    shown.ifPresent(
        data -> {
          readout.setText(bins.isEmpty() ? "" : new BinText(data, messages).of(bins));
          setAccessibleText(bins.isEmpty() ? summary(data) : readout.getText());
        });
    setNeedsLayout(true);
  }

  /// Lets the marked bins fill the chart.
  void zoomToMarked() {
    if (!marked.isEmpty()) {
      shown.ifPresent(data -> model.rangeProperty().set(Optional.of(marked.range(data.axis()))));
    }
  }

  /// Shows all values again.
  void showAll() {
    model.rangeProperty().set(Optional.empty());
  }

  /// Whether a part of the values fills the chart.
  boolean isZoomed() {
    return model.rangeProperty().get().isPresent();
  }

  private String summary(ChartData data) {
    return messages.text(
        "histogram.chart.accessible",
        Figures.count(data.finite()),
        NumberText.of(data.distribution().min()),
        NumberText.of(data.distribution().max()));
  }

  /// What is drawn, and where its bars stand; empty before the first layout.
  Optional<PlotArea> area() {
    return area;
  }

  @Override
  protected void layoutChildren() {
    shown.ifPresent(this::layout);
  }

  private void layout(ChartData data) {
    CountScale scale = model.countScaleProperty().get();
    double height = Math.max(0, snapPositionY(getHeight() - QuantileMarkers.STRIP - AXIS_STRIP));
    double left = snapPositionX(countAxis.prepare(data, scale, height));
    PlotArea plot =
        new PlotArea(
            left,
            snapPositionY(QuantileMarkers.STRIP),
            Math.max(0, snapPositionX(getWidth() - left - RIGHT_PADDING)),
            height,
            // Rounded up to one device pixel.
            snapSizeX(1e-3),
            data.axis());
    area = Optional.of(plot);
    countAxis.layout(plot, data, scale);
    valueAxis.layout(plot);
    bars.layout(plot, data, scale, marked);
    outlines.layout(plot, data, scale);
    quantiles.layout(plot, data.distribution(), messages);
    caretMarker.layout(plot, caret.elementProperty().get(), messages);
    placeReadout(plot);
    model.plotWidthProperty().set(plot.width());
  }

  /// Beside the marked bars, on the side that has more room.
  private void placeReadout(PlotArea plot) {
    readout.setVisible(!marked.isEmpty());
    if (!marked.isEmpty()) {
      readout.autosize();
      double right = plot.columnLeft(marked.end()) + READOUT_GAP;
      double left = plot.columnLeft(marked.begin()) - READOUT_GAP - readout.getWidth();
      boolean fitsRight = right + readout.getWidth() <= getWidth();
      readout.relocate(plot.snap(fitsRight ? right : Math.max(0, left)), plot.top());
    }
  }
}
