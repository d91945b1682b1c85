package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.CanvasText;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.control.canvas.WheelSteps;
import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hex.HexLayout.RowCells;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.HexColor;
import javafx.util.Duration;

/// The drawn rows of bytes. The mouse places the caret, selects bytes and scrolls; [HexView]
/// handles the keys.
final class HexCanvas extends CanvasRegion {

  private static final CanvasPalette PALETTE = CanvasPalette.of("-tl-", List.of(HexColor.values()));
  private static final int MIN_ROWS = 1;
  private static final int DEFAULT_ROWS = 4;
  private static final Duration SCROLL_STEP = Duration.millis(50);

  private final HexViewModel model;
  private final Consumer<OptionalLong> onHover;
  private final WheelSteps wheel = new WheelSteps();
  private final Timeline edgeScroll = new Timeline(new KeyFrame(SCROLL_STEP, _ -> scrollAtEdge()));
  private Point2D dragged = Point2D.ZERO;
  private boolean marks;
  private Glyphs glyphs;
  private int paintedRows;

  /// @param onHover receives the file offset of the byte under the pointer, if there is one
  HexCanvas(HexViewModel model, Consumer<OptionalLong> onHover) {
    super(PALETTE);
    this.model = model;
    this.onHover = onHover;
    PanelParts.named(this, "hex-canvas", "hex-canvas", "mono");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.TEXT);
    glyphs = Glyphs.of(font());
    redrawWith(model.page, model.choices.width(), focusedProperty());
    ContextMenuAnchor.set(this, this::caretPoint);
    edgeScroll.setCycleCount(Animation.INDEFINITE);
    setOnMousePressed(this::press);
    setOnMouseDragged(this::drag);
    setOnMouseReleased(_ -> edgeScroll.stop());
    setOnMouseMoved(event -> onHover.accept(byteOffsetAt(event.getX(), event.getY())));
    setOnMouseExited(_ -> onHover.accept(OptionalLong.empty()));
  }

  @Override
  protected void restyle() {
    glyphs = Glyphs.of(font());
    redraw();
  }

  private HexPage page() {
    return model.page.get();
  }

  private HexLayout currentLayout() {
    return HexLayout.fitting(
        getWidth(), model.choices.width().get(), page().look().offsets().width(), glyphs);
  }

  private void press(MouseEvent event) {
    requestFocus();
    OptionalLong pressed = byteOffsetAt(event.getX(), event.getY());
    marks = event.getButton() == MouseButton.PRIMARY && pressed.isPresent();
    if (marks && event.isShiftDown()) {
      model.extendTo(pressed.getAsLong());
    } else if (marks) {
      model.placeCaret(pressed.getAsLong());
    }
  }

  private void drag(MouseEvent event) {
    if (marks) {
      dragged = new Point2D(event.getX(), event.getY());
      if (rowsOutside(event.getY()) == 0) {
        edgeScroll.stop();
      } else {
        edgeScroll.play();
      }
      extend();
    }
  }

  /// Selects nothing until the mouse has left the pressed byte.
  private void extend() {
    OptionalLong near = nearestByteOffset(dragged.getX(), dragged.getY());
    if (near.isPresent() && (model.hasSelection() || !page().marks().isCaret(near.getAsLong()))) {
      model.extendTo(near.getAsLong());
    }
  }

  /// Scrolls faster if the mouse is further outside.
  private void scrollAtEdge() {
    model.scrollBy(rowsOutside(dragged.getY()));
    extend();
  }

  void turnWheel(ScrollEvent event) {
    long rows = wheel.take(-event.getDeltaY() / rowHeight());
    if (rows != 0) {
      model.scrollBy(rows);
      onHover.accept(byteOffsetAt(event.getX(), event.getY()));
    }
  }

  /// Returns the file offset of the byte at a point, or empty if there is none.
  OptionalLong byteOffsetAt(double x, double y) {
    HexLayout layout = currentLayout();
    int row = layout.rowAt(y);
    OptionalInt column = layout.hit(x, y, RowCells.of(layout, page(), row));
    long byteOffset = page().rows().beginOf(page().firstRow() + row) + column.orElse(0);
    return column.isPresent() && byteOffset >= 0 && byteOffset < page().rows().fileLength()
        ? OptionalLong.of(byteOffset)
        : OptionalLong.empty();
  }

  /// Returns the file offset of the visible byte nearest to a point; empty for an empty file.
  OptionalLong nearestByteOffset(double x, double y) {
    HexRows rows = page().rows();
    if (rows.count() == 0) {
      return OptionalLong.empty();
    }
    HexLayout layout = currentLayout();
    int row = Math.clamp(layout.rowAt(y), 0, model.scroll.wholeRows - 1);
    int column = layout.nearestColumn(x, RowCells.of(layout, page(), row));
    long begin = rows.beginOf(Math.min(page().firstRow() + row, rows.count() - 1));
    return OptionalLong.of(Math.clamp(begin + column, 0, rows.fileLength() - 1));
  }

  /// Returns the distance of a height from the whole rows, in rows: negative above the first row,
  /// positive below the last whole row, 0 between them.
  int rowsOutside(double y) {
    int row = currentLayout().rowAt(y);
    return row < 0 ? row : Math.max(0, row - model.scroll.wholeRows + 1);
  }

  /// Returns the center of a byte's digits in the coordinates of this node.
  ///
  /// @param row counted from the first visible row
  Point2D middleOf(int row, int column) {
    HexLayout layout = currentLayout();
    RowCells cells = RowCells.of(layout, page(), row);
    return new Point2D(
        cells.digitsLeft(column) + glyphs.width(), layout.rowTop(row) + layout.rowHeight() / 2);
  }

  private Optional<Point2D> caretPoint() {
    HexRows rows = page().rows();
    OptionalLong caret = page().marks().caret();
    if (caret.isEmpty()) {
      return Optional.empty();
    }
    long row = rows.rowOf(caret.getAsLong()) - page().firstRow();
    return Optional.of(middleOf((int) row, rows.columnOf(caret.getAsLong())));
  }

  double rowHeight() {
    return currentLayout().rowHeight();
  }

  int paintedRows() {
    return paintedRows;
  }

  @Override
  protected void arrange(double width, double height) {
    HexLayout layout = currentLayout();
    model.setRoom(layout.columns(), layout.wholeRows(height));
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    HexLayout layout = currentLayout();
    CanvasText text = new CanvasText(graphics);
    paintedRows =
        new HexPainter(page(), graphics, text, layout, this, width, height, isFocused()).paint();
    setAccessibleText(model.caretRowText());
  }

  @Override
  protected double computeMinHeight(double width) {
    return rowHeight() * (MIN_ROWS + 1);
  }

  @Override
  protected double computePrefHeight(double width) {
    return rowHeight() * (DEFAULT_ROWS + 1);
  }
}
