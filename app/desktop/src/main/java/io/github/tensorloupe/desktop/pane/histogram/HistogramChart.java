package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.ChartData;
import io.github.tensorloupe.analysis.chart.ChartData.Outline;
import io.github.tensorloupe.analysis.chart.CountScale;
import io.github.tensorloupe.analysis.chart.PlotArea;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.histogram.BinSelection.BinText;
import io.github.tensorloupe.desktop.pane.histogram.TickLabels.CountAxis;
import io.github.tensorloupe.desktop.pane.histogram.TickLabels.QuantileMarkers;
import io.github.tensorloupe.desktop.pane.histogram.TickLabels.ValueAxis;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;
import javafx.scene.shape.Path;

/// The distribution as bars, with axes, the place of zero, quantiles, and what it is compared with
/// as lines.
///
/// The bars whose columns are under the mouse, or that the arrow keys are at, are marked and
/// described; a part that was dragged over fills the chart.
final class HistogramChart extends Pane {

  private static final double AXIS_STRIP = 22;
  private static final double RIGHT_PADDING = 12;
  private static final double READOUT_GAP = 6;

  /// A shorter drag is a click.
  private static final double CLICK_WIDTH = 4;

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
  private OptionalInt pressedBin = OptionalInt.empty();
  private double pressedX;

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
    setOnMouseMoved(event -> markAt(event.getX()));
    setOnMouseExited(_ -> leave());
    setOnMousePressed(this::press);
    setOnMouseDragged(this::drag);
    setOnMouseReleased(this::release);
    setOnKeyPressed(this::pressKey);
    Following following = Following.of(this);
    following.subscribe(model.dataProperty(), this::show);
    following.subscribe(model.countScaleProperty(), _ -> setNeedsLayout(true));
    following.subscribe(caret.elementProperty(), _ -> setNeedsLayout(true));
  }

  /// The last chart stays until another one replaces it.
  private void show(Optional<ChartData> data) {
    if (data.isPresent()) {
      shown = data;
      mark(BinSelection.NONE);
    }
  }

  private void markAt(double x) {
    OptionalInt bin = area.map(plot -> plot.binAt(x)).orElse(OptionalInt.empty());
    mark(bin.isPresent() ? BinSelection.of(bin.getAsInt()) : BinSelection.NONE);
  }

  private void leave() {
    if (pressedBin.isEmpty()) {
      mark(BinSelection.NONE);
    }
  }

  private void press(MouseEvent event) {
    requestFocus();
    if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
      showAll();
    } else if (event.getButton() == MouseButton.PRIMARY) {
      markAt(event.getX());
      pressedX = event.getX();
      pressedBin = marked.isEmpty() ? OptionalInt.empty() : OptionalInt.of(marked.at());
    }
  }

  private void drag(MouseEvent event) {
    if (marked.isEmpty()) {
      // Other bins have come meanwhile, or it was given up.
      pressedBin = OptionalInt.empty();
    }
    if (pressedBin.isPresent()) {
      int bin = area.orElseThrow().nearestBin(event.getX());
      mark(BinSelection.of(pressedBin.getAsInt()).to(bin));
    }
  }

  private void release(MouseEvent event) {
    if (pressedBin.isPresent() && Math.abs(event.getX() - pressedX) >= CLICK_WIDTH) {
      zoomToMarked();
    }
    pressedBin = OptionalInt.empty();
  }

  private void pressKey(KeyEvent event) {
    switch (event.getCode()) {
      case LEFT -> step(-1, event.isShiftDown());
      case RIGHT -> step(1, event.isShiftDown());
      case ENTER -> zoomToMarked();
      case ESCAPE -> giveUp();
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void step(int direction, boolean extended) {
    shown.ifPresent(data -> mark(marked.step(direction, extended, data.binCount())));
  }

  /// The mark first, then the part that fills the chart.
  private void giveUp() {
    if (marked.isEmpty()) {
      showAll();
    } else {
      pressedBin = OptionalInt.empty();
      mark(BinSelection.NONE);
    }
  }

  /// Marks bins, and describes them.
  private void mark(BinSelection bins) {
    marked = bins;
    shown.ifPresent(
        data -> {
          readout.setText(bins.isEmpty() ? "" : new BinText(data, messages).of(bins));
          setAccessibleText(bins.isEmpty() ? summary(data) : readout.getText());
        });
    setNeedsLayout(true);
  }

  private void zoomToMarked() {
    if (!marked.isEmpty()) {
      shown.ifPresent(data -> model.rangeProperty().set(Optional.of(marked.range(data.axis()))));
    }
  }

  private void showAll() {
    model.rangeProperty().set(Optional.empty());
  }

  private String summary(ChartData data) {
    return messages.text(
        "histogram.chart.accessible",
        Figures.count(data.finite()),
        NumberText.of(data.distribution().min()),
        NumberText.of(data.distribution().max()));
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

  /// Marks the value of the element under the caret on the chart.
  private static final class CaretMarker {

    private static final double POINTER_WIDTH = 9;
    private static final double POINTER_HEIGHT = 6;
    private static final double GAP = 4;

    private final Region line = TickLabels.line("chart-caret-line");
    private final Region pointer = TickLabels.line("chart-caret-pointer");
    private final Label label = TickLabels.label("chart-caret-label");

    CaretMarker() {
      label.setId("histogram-caret");
    }

    List<Node> nodes() {
      return List.of(line, pointer, label);
    }

    /// Marks an element if there is one and the axis has a place for it.
    void layout(PlotArea area, Optional<CaretValue.Element> element, Messages messages) {
      Optional<CaretValue.Element> shown = element.filter(each -> area.shows(each.value()));
      nodes().forEach(node -> node.setVisible(shown.isPresent()));
      shown.ifPresent(each -> mark(area, each, messages));
    }

    private void mark(PlotArea area, CaretValue.Element element, Messages messages) {
      double x = area.x(element.value());
      line.resizeRelocate(x, area.top(), area.pixel(), area.height());
      pointer.resizeRelocate(
          area.snap(x - POINTER_WIDTH / 2), area.bottom(), POINTER_WIDTH, POINTER_HEIGHT);
      label.setText(
          messages.text("histogram.caret", element.index(), NumberText.of(element.value())));
      label.autosize();
      boolean fitsRight = x + GAP + label.getWidth() <= area.right();
      double left = fitsRight ? x + GAP : Math.max(area.left(), x - GAP - label.getWidth());
      label.relocate(area.snap(left), area.snap(area.top() + GAP));
    }
  }

  /// The bars, and the ground of the columns that are marked. There are as many nodes as the most
  /// bars that were shown so far.
  private static final class ChartBars {

    private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");

    private final Region columns = TickLabels.line("chart-column");
    private final Group group = new Group();
    private final List<Region> bars = new ArrayList<>();

    ChartBars() {
      group.setManaged(false);
      group.setAutoSizeChildren(false);
    }

    List<Node> nodes() {
      return List.of(columns, group);
    }

    void layout(PlotArea area, ChartData data, CountScale scale, BinSelection marked) {
      while (bars.size() < data.binCount()) {
        bars.add(TickLabels.line("chart-bar"));
        group.getChildren().add(bars.getLast());
      }
      double tallest = data.tallest();
      for (int bin = 0; bin < bars.size(); bin++) {
        Region bar = bars.get(bin);
        bar.setVisible(bin < data.binCount() && data.count(bin) > 0);
        bar.pseudoClassStateChanged(MARKED, marked.contains(bin));
        if (bar.isVisible()) {
          double height = area.barHeight(data.count(bin), tallest, scale);
          bar.resizeRelocate(area.barLeft(bin), area.bottom() - height, area.barWidth(bin), height);
        }
      }
      columns.setVisible(!marked.isEmpty());
      if (!marked.isEmpty()) {
        double left = area.columnLeft(marked.begin());
        double right = area.columnLeft(marked.end());
        columns.resizeRelocate(left, area.top(), right - left, area.height());
      }
    }
  }

  /// Distributions as stepped lines over the bars.
  private static final class OutlinePaths {

    private record Drawing(PlotArea area, ChartData data, CountScale scale) {

      private Path path(Outline outline) {
        List<PathElement> elements = new ArrayList<>();
        double half = area.pixel() / 2;
        double tallest = data.tallest();
        for (int bin = 0; bin < area.binCount(); bin++) {
          double count = outline.share(bin) * data.finite();
          double y =
              area.bottom() - area.snap(scale.fraction(count, tallest) * area.height()) - half;
          double from = area.columnLeft(bin);
          elements.add(bin == 0 ? new MoveTo(from, y) : new LineTo(from, y));
          elements.add(new LineTo(area.columnLeft(bin + 1), y));
        }
        Path path = new Path(elements);
        path.getStyleClass().setAll("chart-outline", styleClass(outline));
        return path;
      }
    }

    private final Group group = new Group();
    private Optional<Drawing> drawn = Optional.empty();

    OutlinePaths() {
      group.setManaged(false);
      group.setMouseTransparent(true);
    }

    Node node() {
      return group;
    }

    void layout(PlotArea area, ChartData data, CountScale scale) {
      Drawing wanted = new Drawing(area, data, scale);
      // The chart is laid out with every move of the mouse.
      if (!drawn.equals(Optional.of(wanted))) {
        drawn = Optional.of(wanted);
        group.getChildren().setAll(data.outlines().stream().map(wanted::path).toList());
      }
    }

    /// The style class that gives a line its color, in the legend too.
    private static String styleClass(Outline outline) {
      return switch (outline.kind()) {
        case PIN -> "series-" + outline.series();
        case SIBLINGS -> "series-siblings";
        case SIBLING -> "series-sibling";
      };
    }
  }
}
