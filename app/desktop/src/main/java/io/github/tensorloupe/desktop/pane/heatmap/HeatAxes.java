package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.GridPlacement;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.text.Messages;

/// The picture, with the indexes and names of its axes above it and to its left.
final class HeatAxes extends StackPane {

  private static final double TICK = 4;
  private static final double GAP = 3;

  /// The space for a label along an axis, in pixels.
  private static final double SPACE_DOWN = 26;

  private static final double SPACE_RIGHT = 56;

  enum Ink {
    TEXT,
    LINE
  }

  private static final CanvasPalette PALETTE = CanvasPalette.of("-tl-axis-", List.of(Ink.values()));

  private final HeatMapViewModel model;
  private final HeatCanvas canvas;
  private final Messages messages;
  private final Marks marks;
  private boolean isMarked = true;

  HeatAxes(HeatMapViewModel model, HeatCanvas canvas, Messages messages) {
    this.model = model;
    this.canvas = canvas;
    this.messages = messages;
    marks = new Marks();
    setMinSize(0, 0);
    getChildren().addAll(canvas, marks);
    WeakSubscriptions.of(this).subscribe(model.slice, _ -> makeRoom());
  }

  /// Shows or hides the indexes. Without them, the picture takes all the space.
  void setMarked(boolean marked) {
    isMarked = marked;
    marks.setVisible(marked);
    makeRoom();
  }

  private void makeRoom() {
    Optional<TensorSlice> slice = model.slice().filter(_ -> isMarked);
    setMargin(
        canvas,
        slice
            .map(shown -> new Insets(marks.lineHeight() + TICK, 0, 0, marks.widthFor(shown)))
            .orElse(Insets.EMPTY));
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
    /// @param room the available space in pixels
    List<Long> ticks(long first, long last, double room, double space) {
      int atMost = (int) Math.clamp(room / space, 2, 24);
      return AxisTicks.between(first / unit, last / unit, atMost, true).stream()
          .map(BigDecimal::longValue)
          .toList();
    }
  }

  /// Drawn over the margins of the picture.
  private final class Marks extends CanvasRegion {

    Marks() {
      super(PALETTE);
      setMouseTransparent(true);
      setMinSize(0, 0);
      getStyleClass().add("heatmap-axis");
      redrawWith(model.pictureProperty());
    }

    @Override
    protected void restyle() {
      makeRoom();
      redraw();
    }

    double lineHeight() {
      return Math.ceil(font().getSize() * 1.3);
    }

    /// Returns the space needed on the left for the longest index and the name.
    double widthFor(TensorSlice slice) {
      Scale scale = Scale.down(slice, messages);
      String longest = scale.label().apply((slice.rowCount() - 1) / scale.unit());
      String right = Scale.right(slice, messages).name();
      double labels = widthOf(longest) + TICK + GAP + lineHeight();
      return Math.ceil(Math.max(labels, widthOf(right) + 5 * GAP));
    }

    @Override
    protected void draw(GraphicsContext graphics, double width, double height) {
      Optional<HeatPicture> picture = model.pictureProperty().get();
      if (isMarked && picture.isPresent() && model.slice().isPresent()) {
        graphics.setFill(color(Ink.TEXT));
        graphics.setStroke(color(Ink.LINE));
        Insets room = getMargin(canvas);
        HeatMapViewport frame = picture.get().frame();
        drawDown(graphics, frame, room, Scale.down(model.slice().get(), messages));
        drawRight(graphics, frame, room, Scale.right(model.slice().get(), messages));
      }
    }

    private void drawDown(
        GraphicsContext graphics, HeatMapViewport frame, Insets room, Scale scale) {
      GridPlacement place = frame.place();
      double pixel = 1 / canvas.scale();
      double left = room.getLeft() + Math.max(0, place.left()) * pixel;
      double visibleLength = frame.visible().height() * place.cellHeight() * pixel;
      graphics.setTextAlign(TextAlignment.RIGHT);
      graphics.setTextBaseline(VPos.CENTER);
      double widest = 0;
      for (long tick : scale.ticks(frame.firstRow(), frame.lastRow(), visibleLength, SPACE_DOWN)) {
        double y =
            room.getTop() + middle(frame.rows(), place.top(), place.cellHeight(), scale, tick);
        if (y >= room.getTop() && y <= room.getTop() + canvas.getHeight()) {
          String text = scale.label().apply(tick);
          graphics.strokeLine(left - TICK, snap(y), left - 1, snap(y));
          graphics.fillText(text, left - TICK - GAP, y);
          widest = Math.max(widest, widthOf(text));
        }
      }
      double top = room.getTop() + Math.max(0, place.top()) * pixel;
      graphics.save();
      graphics.translate(
          left - TICK - 2 * GAP - widest - lineHeight() / 2,
          top + Math.min(visibleLength, canvas.getHeight()) / 2);
      graphics.rotate(-90);
      graphics.setTextAlign(TextAlignment.CENTER);
      graphics.fillText(scale.name(), 0, 0);
      graphics.restore();
    }

    private void drawRight(
        GraphicsContext graphics, HeatMapViewport frame, Insets room, Scale scale) {
      GridPlacement place = frame.place();
      double pixel = 1 / canvas.scale();
      double left = room.getLeft() + Math.max(0, place.left()) * pixel;
      double top = room.getTop() + Math.max(0, place.top()) * pixel;
      double visibleLength = frame.visible().width() * place.cellWidth() * pixel;
      graphics.setTextBaseline(VPos.BOTTOM);
      graphics.setTextAlign(TextAlignment.CENTER);
      double free = left;
      for (long tick :
          scale.ticks(frame.firstColumn(), frame.lastColumn(), visibleLength, SPACE_RIGHT)) {
        double x =
            room.getLeft() + middle(frame.columns(), place.left(), place.cellWidth(), scale, tick);
        String text = scale.label().apply(tick);
        double half = widthOf(text) / 2;
        if (x >= left && x + half <= getWidth() + GAP && x - half >= free - half) {
          graphics.strokeLine(snap(x), top - TICK, snap(x), top - 1);
          graphics.fillText(text, x, top - TICK);
          free = x + half + GAP;
        }
      }
      graphics.setTextAlign(TextAlignment.RIGHT);
      graphics.fillText(scale.name(), left - 4 * GAP, top - TICK);
    }

    /// Returns the center of a unit, relative to the picture's area.
    private double middle(
        HeatMapViewport.Axis axis, long origin, int cellLength, Scale scale, long tick) {
      double cell = tick * (double) scale.unit() + (scale.unit() - 1) / 2.0;
      double pixels = axis.pooled() == 1 ? cell + 0.5 : Math.floor(cell / axis.pooled()) + 0.5;
      return (origin + pixels * cellLength) / canvas.scale();
    }

    private double snap(double place) {
      return Math.floor(place) + 0.5;
    }
  }
}
