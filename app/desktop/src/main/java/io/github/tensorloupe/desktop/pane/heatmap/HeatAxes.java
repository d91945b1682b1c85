package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.GridPlacement;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.Plot.Ink;
import io.github.tensorloupe.desktop.control.plot.Plot.Tick;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.SvgPicture.Anchor;

/// The picture, with the indexes and names of its axes above it and to its left.
final class HeatAxes extends CanvasRegion {

  private static final double GAP = 3;

  /// The space for a label along an axis, in pixels.
  private static final double SPACE_DOWN = 26;

  private static final double SPACE_RIGHT = 56;

  static final CanvasPalette PALETTE = CanvasPalette.of("-tl-axis-", List.of(Ink.values()));

  private final HeatMapViewModel model;
  private final HeatCanvas canvas;
  private final Messages messages;
  private boolean isMarked = true;

  HeatAxes(HeatMapViewModel model, HeatCanvas canvas, Messages messages) {
    super(PALETTE);
    this.model = model;
    this.canvas = canvas;
    this.messages = messages;
    setMinSize(0, 0);
    getStyleClass().add("heatmap-axis");
    // The labels of a small picture are inside the bounds of the canvas.
    getChildren().addFirst(canvas);
    redrawWith(model.slice, model.pictureProperty());
  }

  /// Shows or hides the indexes. Without them, the picture takes all the space.
  void setMarked(boolean marked) {
    isMarked = marked;
    redraw();
  }

  /// Returns the space needed on the left for the longest index and the name.
  private double widthFor(TensorSlice slice) {
    Scale scale = Scale.down(slice, messages);
    String longest = scale.label().apply((slice.rowCount() - 1) / scale.unit());
    String right = Scale.right(slice, messages).name();
    double labels = widthOf(longest) + Plot.LABEL_GAP + lineHeight();
    return Math.ceil(Math.max(labels, widthOf(right) + 5 * GAP));
  }

  @Override
  protected void arrange(double width, double height) {
    Optional<TensorSlice> slice = model.slice().filter(_ -> isMarked);
    double left = slice.map(this::widthFor).orElse(0.0);
    double top = slice.isPresent() ? lineHeight() + Plot.TICK : 0;
    canvas.resizeRelocate(left, top, Math.max(0, width - left), Math.max(0, height - top));
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    Optional<TensorSlice> slice = model.slice().filter(_ -> isMarked);
    Optional<HeatPicture> picture = model.pictureProperty().get();
    if (slice.isPresent() && picture.isPresent()) {
      HeatMapViewport frame = picture.get().frame();
      Plot plot = new Plot.OnCanvas(this, graphics);
      PlotArea area = areaOf(frame, plot.pixel());
      drawRows(plot, area, frame, Scale.down(slice.get(), messages), graphics);
      drawColumns(plot, area, frame, Scale.right(slice.get(), messages), width);
    }
  }

  /// Returns the visible part of the picture.
  private PlotArea areaOf(HeatMapViewport frame, double pixel) {
    GridPlacement place = frame.place();
    double scale = canvas.scale();
    return new PlotArea(
        canvas.getLayoutX() + Math.max(0, place.left()) / scale,
        canvas.getLayoutY() + Math.max(0, place.top()) / scale,
        Math.min(frame.visible().width() * place.cellWidth() / scale, canvas.getWidth()),
        Math.min(frame.visible().height() * place.cellHeight() / scale, canvas.getHeight()),
        pixel,
        1);
  }

  private void drawRows(
      Plot plot, PlotArea area, HeatMapViewport frame, Scale scale, GraphicsContext graphics) {
    GridPlacement place = frame.place();
    int atMost = PlotArea.tickCount(area.height(), SPACE_DOWN);
    List<Tick> rows =
        Tick.of(
            scale.units(frame.firstRow(), frame.lastRow(), atMost),
            row -> {
              double y = place.top() + scale.middle(row, frame.rows()) * place.cellHeight();
              return canvas.getLayoutY() + y / canvas.scale();
            },
            row -> scale.label().apply(row.longValue()));
    plot.leftAxis(area, rows, false);
    graphics.save();
    graphics.translate(
        area.left() - plot.widthOf(rows) - lineHeight() / 2, area.top() + area.height() / 2);
    graphics.rotate(-90);
    plot.text(color(Ink.TEXT), scale.name(), 0, 0, Anchor.MIDDLE);
    graphics.restore();
  }

  private void drawColumns(
      Plot plot, PlotArea area, HeatMapViewport frame, Scale scale, double width) {
    GridPlacement place = frame.place();
    int atMost = PlotArea.tickCount(area.width(), SPACE_RIGHT);
    List<Tick> columns =
        Tick.of(
            scale.units(frame.firstColumn(), frame.lastColumn(), atMost),
            column -> {
              double x = place.left() + scale.middle(column, frame.columns()) * place.cellWidth();
              return canvas.getLayoutX() + x / canvas.scale();
            },
            column -> scale.label().apply(column.longValue()));
    double nameRight = area.left() - 4 * GAP;
    plot.topAxis(area, columns, nameRight + GAP, width);
    double y = area.top() - Plot.TICK - lineHeight() / 2;
    plot.text(color(Ink.TEXT), scale.name(), nameRight, y, Anchor.END);
  }

  /// Labels along one direction.
  ///
  /// @param name the name of the axis; empty if there are several
  /// @param unit the number of rows or columns per label: the size of a tile, or 1 without tiles
  /// @param label returns the label of a unit by its number
  private record Scale(String name, long unit, LongFunction<String> label) {

    static Scale down(TensorSlice slice, Messages messages) {
      SliceAxes axes = slice.axes();
      if (slice.isFolded()) {
        return new Scale("", 1, row -> Long.toString(slice.elementIndex(row, 0)));
      }
      int axis = axes.tiles().map(SliceAxes.Tiles::rowAxis).orElse(axes.rowAxis());
      long step = slice.isInLines() ? slice.perLine() : 1;
      long unit = axes.tiles().isPresent() ? slice.tileHeight() : 1;
      return new Scale(name(axis, messages), unit, tile -> Long.toString(tile * step));
    }

    static Scale right(TensorSlice slice, Messages messages) {
      SliceAxes axes = slice.axes();
      if (slice.isFolded()) {
        return new Scale(name(axes.columnAxis(), messages), 1, column -> "+" + column);
      }
      if (slice.isInLines()) {
        return new Scale("", slice.columnCount() / slice.perLine(), tile -> "+" + tile);
      }
      int axis = axes.tiles().map(SliceAxes.Tiles::columnAxis).orElse(axes.columnAxis());
      long unit = axes.tiles().isPresent() ? slice.tileWidth() : 1;
      return new Scale(name(axis, messages), unit, Long::toString);
    }

    private static String name(int axis, Messages messages) {
      return axis == SliceAxes.NONE ? "" : messages.text("slice.axis", Integer.toString(axis));
    }

    /// Returns the units to label.
    ///
    /// @param first the first visible row or column
    List<BigDecimal> units(long first, long last, int atMost) {
      return AxisTicks.between(first / unit, last / unit, atMost, true);
    }

    /// Returns the center of a unit, in cells of the picture.
    double middle(double number, HeatMapViewport.Axis axis) {
      double cell = number * unit + (unit - 1) / 2.0;
      return axis.pooled() == 1 ? cell + 0.5 : Math.floor(cell / axis.pooled()) + 0.5;
    }
  }
}
