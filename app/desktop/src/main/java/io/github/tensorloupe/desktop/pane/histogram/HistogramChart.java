package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.CountScale;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.ChartBars;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.CountAxis;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.DrawnPart;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.OutlinePaths;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.QuantileMarkers;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.ValueAxis;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.CaretElement;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;

/// The distribution as bars, with axes, a line at zero, quantiles, and the compared distributions
/// as lines.
///
/// The bars at the mouse pointer or the keyboard cursor are marked and described. Dragging over a
/// range zooms in on it.
final class HistogramChart extends Pane {

  private static final double AXIS_STRIP = 22;
  private static final double RIGHT_PADDING = 12;
  private static final double READOUT_GAP = 6;

  /// A shorter drag counts as a click.
  private static final double CLICK_WIDTH = 4;

  private final ChartViewModel model;
  private final ReadOnlyObjectProperty<Optional<CaretElement>> caret;
  private final Messages messages;
  private final CountAxis countAxis;
  private final ValueAxis valueAxis;
  private final ChartBars bars = new ChartBars();
  private final OutlinePaths outlines = new OutlinePaths();
  private final QuantileMarkers quantiles = new QuantileMarkers();
  private final CaretMarker caretMarker = new CaretMarker();
  private final Label readout = ChartParts.label("chart-readout");
  private Optional<ChartData> shown = Optional.empty();
  private Optional<PlotArea> area = Optional.empty();
  private BinSelection marked = BinSelection.NONE;
  private OptionalInt pressedBin = OptionalInt.empty();
  private double pressedX;

  HistogramChart(
      ChartViewModel model,
      ReadOnlyObjectProperty<Optional<CaretElement>> caret,
      Messages messages) {
    this.model = model;
    this.caret = caret;
    this.messages = messages;
    countAxis = new CountAxis(messages);
    valueAxis = new ValueAxis(messages);
    PanelParts.named(this, "histogram-chart", "histogram-chart");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    readout.setId("histogram-readout");
    readout.setMouseTransparent(true);
    getChildren().addAll(countAxis, bars, outlines, valueAxis, quantiles, caretMarker, readout);
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
    WeakSubscriptions following = WeakSubscriptions.of(this);
    following.subscribe(
        model.data,
        data -> {
          // The previous chart stays visible until another one replaces it.
          shown = data.or(() -> shown);
          data.ifPresent(_ -> mark(BinSelection.NONE));
        });
    following.subscribe(model.countScale, _ -> setNeedsLayout(true));
    following.subscribe(caret, _ -> setNeedsLayout(true));
  }

  private void markAt(double x) {
    OptionalInt bin = area.map(plot -> plot.binAt(x)).orElse(OptionalInt.empty());
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
    setNeedsLayout(true);
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

  @Override
  protected void layoutChildren() {
    shown.ifPresent(this::layout);
  }

  private void layout(ChartData data) {
    CountScale scale = model.countScale.get();
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
    caretMarker.layout(plot, caret.get(), messages);
    placeReadout(plot);
    model.plotWidth.set(plot.width());
  }

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

  private static final class CaretMarker extends DrawnPart {

    private static final double POINTER_WIDTH = 9;
    private static final double POINTER_HEIGHT = 6;
    private static final double GAP = 4;
    private static final double MIN_LABELS_HIGH = 4;

    private final Region line = ChartParts.line("chart-caret-line");
    private final Region pointer = ChartParts.line("chart-caret-pointer");
    private final Label label = ChartParts.label("chart-caret-label");

    CaretMarker() {
      label.setId("histogram-caret");
      getChildren().addAll(line, pointer, label);
    }

    /// Marks the element if there is one and its value is on the axis.
    void layout(PlotArea area, Optional<CaretElement> element, Messages messages) {
      Optional<CaretElement> shown = element.filter(each -> area.shows(each.value()));
      setVisible(shown.isPresent());
      shown.ifPresent(each -> mark(area, each, messages));
    }

    private void mark(PlotArea area, CaretElement element, Messages messages) {
      double x = area.x(element.value());
      line.resizeRelocate(x, area.top(), area.pixel(), area.height());
      pointer.resizeRelocate(
          area.snap(x - POINTER_WIDTH / 2), area.bottom(), POINTER_WIDTH, POINTER_HEIGHT);
      label.setText(
          messages.text("histogram.caret", element.index(), messages.localized(element.text())));
      label.autosize();
      // The label must not hide the bars.
      label.setVisible(area.height() >= MIN_LABELS_HIGH * label.getHeight());
      boolean fitsRight = x + GAP + label.getWidth() <= area.right();
      double left = fitsRight ? x + GAP : Math.max(area.left(), x - GAP - label.getWidth());
      label.relocate(area.snap(left), area.snap(area.top() + GAP));
    }
  }

  record BinText(ChartData data, Messages messages) {

    private static final int NAME_LIMIT = 28;

    /// Describes bins: their range, the number of values, their share, and the share of the values
    /// below their end; then the compared distributions.
    ///
    /// @param bins must not be empty
    String of(BinSelection bins) {
      String cumulative = messages.share(data.cumulativeShare(bins.end() - 1));
      Stream<String> compared =
          data.outlines().stream()
              .filter(outline -> outline.kind() != Outline.Kind.SIBLING)
              .map(outline -> compared(outline, bins));
      String values = counted(data.count(bins.begin(), bins.end()));
      String below = messages.text("histogram.bin.cumulative", cumulative);
      Stream<String> own = Stream.of(range(bins.begin(), bins.end()), values, below);
      return Stream.concat(own, compared).collect(Collectors.joining("\n"));
    }

    private String counted(long count) {
      String figure = messages.count(count);
      boolean exact = data.histogram().exact() || count == 0;
      String shown = exact ? figure : messages.text("histogram.approximately", figure);
      String key = count == 1 ? "histogram.bin.count.one" : "histogram.bin.count";
      return messages.text(key, shown, messages.share((double) count / data.finite()));
    }

    private String compared(Outline outline, BinSelection bins) {
      double share = IntStream.range(bins.begin(), bins.end()).mapToDouble(outline::share).sum();
      String name =
          outline.kind() == Outline.Kind.SIBLINGS
              ? messages.text("histogram.legend.siblings")
              : ending(outline.name());
      return messages.text("histogram.bin.compared", name, messages.share(share));
    }

    // Tensor names differ at their ends.
    private static String ending(String name) {
      return name.length() <= NAME_LIMIT
          ? name
          : "…" + name.substring(name.length() - NAME_LIMIT + 1);
    }

    private String range(int begin, int end) {
      NumberText numbers = new NumberText(messages);
      Number min = data.distribution().min();
      if (min.equals(data.distribution().max()) && data.count(begin, end) == data.finite()) {
        return numbers.of(min);
      }
      double from = data.axis().bins().edge(begin);
      double to = data.axis().bins().edge(end);
      String reals = range(numbers.of(from, to - from), numbers.of(to, to - from));
      if (!data.axis().integers()) {
        return reals;
      }
      BigInteger first = integer(from, RoundingMode.CEILING);
      // The last bin is closed.
      BigInteger last =
          end == data.binCount()
              ? integer(to, RoundingMode.FLOOR)
              : integer(to, RoundingMode.CEILING).subtract(BigInteger.ONE);
      // A bin narrower than 1 may contain no integer.
      return first.compareTo(last) <= 0 ? range(numbers.of(first), numbers.of(last)) : reals;
    }

    private static BigInteger integer(double number, RoundingMode rounding) {
      return new BigDecimal(number).setScale(0, rounding).toBigInteger();
    }

    private String range(String from, String to) {
      return from.equals(to) ? from : messages.text("histogram.bin.range", from, to);
    }
  }
}
