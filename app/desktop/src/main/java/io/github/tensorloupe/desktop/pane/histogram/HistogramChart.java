package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPlot.Ink;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.CaretElement;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;

/// The plot of the distribution.
///
/// The bars at the mouse pointer or the keyboard cursor are marked and described. Dragging over a
/// range zooms in on it. The element at the caret is marked if its value is on the axis.
final class HistogramChart extends CanvasRegion {

  private static final CanvasPalette PALETTE =
      CanvasPalette.of(
          "-tl-histogram-",
          List.of(Plot.Ink.values()),
          List.of(Ink.values()),
          HistogramPlot.SERIES);
  private static final double READOUT_GAP = 6;
  private static final double CARET_OPACITY = 0.55;
  private static final double POINTER_WIDTH = 9;
  private static final double POINTER_HEIGHT = 6;
  private static final double LABEL_GAP = 4;

  /// In a lower plot, the label of the caret would hide the bars.
  private static final double MIN_LABELS_HIGH = 4;

  /// A shorter drag counts as a click.
  private static final double CLICK_WIDTH = 4;

  private final ChartViewModel model;
  private final ReadOnlyObjectProperty<Optional<CaretElement>> caret;
  private final Messages messages;
  private final Label readout = label("histogram-readout", "chart-readout");
  private final Label caretLabel = label("histogram-caret", "chart-caret-label");
  private Optional<ChartData> shown = Optional.empty();
  private Optional<PlotArea> area = Optional.empty();
  private BinSelection marked = BinSelection.NONE;
  private OptionalInt pressedBin = OptionalInt.empty();
  private double pressedX;

  HistogramChart(
      ChartViewModel model,
      ReadOnlyObjectProperty<Optional<CaretElement>> caret,
      Messages messages) {
    super(PALETTE);
    this.model = model;
    this.caret = caret;
    this.messages = messages;
    PanelParts.named(this, "histogram-chart", "histogram-chart");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    getChildren().addAll(caretLabel, readout);
    setOnMouseMoved(event -> markAt(event.getX()));
    setOnMouseExited(
        _ -> {
          if (pressedBin.isEmpty()) {
            mark(BinSelection.NONE);
          }
        });
    setOnMousePressed(this::press);
    setOnMouseDragged(this::drag);
    setOnMouseReleased(this::release);
    setOnKeyPressed(this::pressKey);
    WeakSubscriptions.of(this)
        .subscribe(
            model.data,
            data -> {
              // The previous chart stays visible until another one replaces it.
              shown = data.or(() -> shown);
              data.ifPresent(_ -> mark(BinSelection.NONE));
            });
    redrawWith(model.countScale, caret);
  }

  /// Labels are unmanaged, so that they do not request a layout of the chart.
  private static Label label(String id, String styleClass) {
    Label label = PanelParts.named(new Label(), id, styleClass);
    label.setManaged(false);
    label.setMouseTransparent(true);
    return label;
  }

  private void markAt(double x) {
    OptionalInt bin = area.map(plot -> plot.columnAt(x)).orElse(OptionalInt.empty());
    mark(bin.isPresent() ? BinSelection.of(bin.getAsInt()) : BinSelection.NONE);
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
      // The bins changed meanwhile, or the drag was canceled.
      pressedBin = OptionalInt.empty();
    }
    if (pressedBin.isPresent()) {
      int bin = area.orElseThrow().nearestColumn(event.getX());
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
      case LEFT, RIGHT -> {
        int direction = event.getCode() == KeyCode.LEFT ? -1 : 1;
        shown.ifPresent(data -> mark(marked.step(direction, event.isShiftDown(), data.binCount())));
      }
      case ENTER -> zoomToMarked();
      case ESCAPE -> {
        // The first press clears the mark, the next one resets the zoom.
        if (marked.isEmpty()) {
          showAll();
        }
        pressedBin = OptionalInt.empty();
        mark(BinSelection.NONE);
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void mark(BinSelection bins) {
    marked = bins;
    shown.ifPresent(
        data -> {
          readout.setText(bins.isEmpty() ? "" : new BinText(data, messages).of(bins));
          setAccessibleText(bins.isEmpty() ? summary(data) : readout.getText());
        });
    redraw();
  }

  private void zoomToMarked() {
    if (!marked.isEmpty()) {
      shown.ifPresent(data -> model.range.set(Optional.of(marked.range(data.axis()))));
    }
  }

  private void showAll() {
    model.range.set(Optional.empty());
  }

  private String summary(ChartData data) {
    NumberText numbers = new NumberText(messages);
    return messages.text(
        "histogram.chart.accessible",
        messages.count(data.finite()),
        numbers.of(data.distribution().min()),
        numbers.of(data.distribution().max()));
  }

  /// Returns the area of the bars; empty before the first drawing.
  Optional<PlotArea> area() {
    return area;
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    Plot plot = new Plot.OnCanvas(this, graphics);
    // A new width may change the number of bins, and thereby the content.
    shown.ifPresent(
        data -> model.plotWidth.set(plotOf(plot, data).areaIn(0, 0, width, height).width()));
    shown.ifPresent(
        data -> {
          HistogramPlot histogram = plotOf(plot, data);
          PlotArea bars = histogram.areaIn(0, 0, width, height);
          area = Optional.of(bars);
          histogram.paint(bars, marked);
          Optional<CaretElement> element =
              caret.get().filter(each -> data.axis().shows(each.value()));
          caretLabel.setVisible(element.isPresent());
          element.ifPresent(
              each -> markCaret(graphics, bars, histogram.x(bars, each.value()), each));
          placeReadout(bars);
        });
  }

  private HistogramPlot plotOf(Plot plot, ChartData data) {
    return new HistogramPlot(plot, data, model.countScale.get(), messages);
  }

  private void markCaret(GraphicsContext graphics, PlotArea bars, double x, CaretElement element) {
    graphics.setFill(color(Ink.CARET));
    double left = bars.snap(x - POINTER_WIDTH / 2);
    double bottom = bars.bottom() + POINTER_HEIGHT;
    graphics.fillPolygon(
        new double[] {left, left + POINTER_WIDTH / 2, left + POINTER_WIDTH},
        new double[] {bottom, bars.bottom(), bottom},
        3);
    graphics.setFill(color(Ink.CARET).deriveColor(0, 1, 1, CARET_OPACITY));
    graphics.fillRect(x, bars.top(), 1, bars.height());
    caretLabel.setText(
        messages.text("histogram.caret", element.index(), messages.localized(element.text())));
    caretLabel.autosize();
    caretLabel.setVisible(bars.height() >= MIN_LABELS_HIGH * caretLabel.getHeight());
    boolean fitsRight = x + LABEL_GAP + caretLabel.getWidth() <= bars.right();
    double besides = Math.max(bars.left(), x - LABEL_GAP - caretLabel.getWidth());
    caretLabel.relocate(
        bars.snap(fitsRight ? x + LABEL_GAP : besides), bars.snap(bars.top() + LABEL_GAP));
  }

  private void placeReadout(PlotArea bars) {
    readout.setVisible(!marked.isEmpty());
    if (!marked.isEmpty()) {
      readout.autosize();
      double right = bars.columnLeft(marked.end()) + READOUT_GAP;
      double left = bars.columnLeft(marked.begin()) - READOUT_GAP - readout.getWidth();
      boolean fitsRight = right + readout.getWidth() <= getWidth();
      readout.relocate(bars.snap(fitsRight ? right : Math.max(0, left)), bars.top());
    }
  }
}
