package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.control.copy.MenuPlace;
import io.github.tensorloupe.desktop.pane.hex.HexLayout.RowCells;

/// The drawn rows of bytes. [HexView] handles the keys, [HexMouse] the mouse.
final class HexCanvas extends CanvasRegion {

  private static final CanvasPalette PALETTE = CanvasPalette.of("-tl-", List.of(HexColor.values()));
  private static final int MIN_ROWS = 1;
  private static final int USUAL_ROWS = 4;

  private final HexViewModel model;
  private Glyphs glyphs;
  private int paintedRows;

  HexCanvas(HexViewModel model) {
    super(PALETTE);
    this.model = model;
    setId("hex-canvas");
    getStyleClass().addAll("hex-canvas", "mono");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.TEXT);
    glyphs = Glyphs.of(font());
    Following.of(this).subscribe(model.pageProperty(), _ -> redraw());
    Following.of(this).subscribe(model.choices().widthProperty(), _ -> redraw());
    focusedProperty().subscribe(_ -> redraw());
    MenuPlace.set(this, this::caretPoint);
  }

  @Override
  protected void restyle() {
    glyphs = Glyphs.of(font());
    redraw();
  }

  private HexPage page() {
    return model.pageProperty().get();
  }

  private HexLayout currentLayout() {
    return HexLayout.fitting(
        getWidth(), model.choices().widthProperty().get(), page().look().offsets().width(), glyphs);
  }

  /// File offset of the byte at a point of this node; empty where there is none.
  OptionalLong byteOffsetAt(double x, double y) {
    HexLayout layout = currentLayout();
    return layout.hit(x, y, RowCells.of(layout, page(), layout.rowAt(y))).stream()
        .mapToLong(cell -> page().rows().beginOf(page().firstRow() + cell.row()) + cell.column())
        .filter(byteOffset -> byteOffset >= 0 && byteOffset < page().rows().fileLength())
        .findFirst();
  }

  /// File offset of the visible byte that is nearest to a point of this node; empty where there is
  /// no byte at all.
  OptionalLong nearestByteOffset(double x, double y) {
    HexRows rows = page().rows();
    if (rows.count() == 0) {
      return OptionalLong.empty();
    }
    HexLayout layout = currentLayout();
    int row = Math.clamp(layout.rowAt(y), 0, model.wholeRows() - 1);
    int column = layout.nearestColumn(x, RowCells.of(layout, page(), row));
    long begin = rows.beginOf(Math.min(page().firstRow() + row, rows.count() - 1));
    return OptionalLong.of(Math.clamp(begin + column, 0, rows.fileLength() - 1));
  }

  /// The number of rows that a height is above the first row, as a negative number, or below the
  /// last whole one; 0 between them.
  int rowsOutside(double y) {
    int row = currentLayout().rowAt(y);
    return row < 0 ? row : Math.max(0, row - model.wholeRows() + 1);
  }

  /// The middle of a byte's digits, as a point of this node.
  ///
  /// @param row counted from the row on top
  /// @param column from 0 on
  Point2D middleOf(int row, int column) {
    HexLayout layout = currentLayout();
    RowCells cells = RowCells.of(layout, page(), row);
    return new Point2D(
        cells.digitsLeft(column) + layout.glyphWidth(),
        layout.rowTop(row) + layout.rowHeight() / 2);
  }

  private Optional<Point2D> caretPoint() {
    HexPage page = page();
    return page.marks().caret().stream()
        .filter(byteOffset -> page.rows().count() > 0)
        .mapToObj(
            byteOffset -> {
              long row = page.rows().rowOf(byteOffset);
              return middleOf(
                  (int) (row - page.firstRow()), (int) (byteOffset - page.rows().beginOf(row)));
            })
        .findFirst();
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
    paintedRows =
        new HexPainter(graphics, currentLayout(), this, width, height, isFocused()).paint(page());
    setAccessibleText(model.caretRowText());
  }

  @Override
  protected double computeMinHeight(double width) {
    return rowHeight() * (MIN_ROWS + 1);
  }

  @Override
  protected double computePrefHeight(double width) {
    return rowHeight() * (USUAL_ROWS + 1);
  }
}
