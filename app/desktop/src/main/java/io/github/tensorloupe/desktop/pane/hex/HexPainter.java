package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.pane.hex.structure.HexWindow;
import io.github.tensorloupe.desktop.pane.hex.structure.PageStructure;
import io.github.tensorloupe.format.ByteRange;
import java.util.Optional;
import java.util.function.LongFunction;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;

/// Draws one [HexPage].
///
/// @param graphics where to draw, in pixels of the pane
/// @param layout where things are
/// @param colors what they look like
/// @param paneWidth in pixels
/// @param paneHeight in pixels
/// @param focused whether keys reach the pane: only then the caret is filled
record HexPainter(
    GraphicsContext graphics,
    HexLayout layout,
    HexColors colors,
    double paneWidth,
    double paneHeight,
    boolean focused) {

  private static final double BAR_WIDTH = 2;
  private static final double LINE_HEIGHT = 2;

  /// Draws the page.
  ///
  /// @return how many rows were drawn
  int paint(HexPage page) {
    graphics.clearRect(0, 0, paneWidth, paneHeight);
    graphics.setFont(colors.font());
    graphics.setTextBaseline(VPos.BASELINE);
    Optional<PageStructure> structure = page.structure();
    if (structure.isEmpty()) {
      return 0;
    }
    paintColumnNumbers(page);
    ByteInks inks = new ByteInks(page, structure.get());
    int row = 0;
    for (; layout.rowTop(row) < paneHeight; row++) {
      ByteRange bytes = page.bytesOf(row);
      if (bytes.byteCount() == 0 || bytes.end() > structure.get().visible().end()) {
        break;
      }
      new Row(page, inks, row, bytes, RowCells.of(layout, page, row)).paint();
    }
    paintEndNote(page, row);
    return row;
  }

  /// Above the bytes of the row in the middle, which most others are like.
  private void paintColumnNumbers(HexPage page) {
    RowCells cells = RowCells.of(layout, page, Math.max(0, layout.rowAt(paneHeight / 2)));
    graphics.setFill(colors.of(Ink.OFFSET));
    for (int column = 0; column < layout.columns(); column++) {
      graphics.fillText(HexText.pair(column), cells.digitsLeft(column), layout.baseline(-1));
    }
  }

  private void paintEndNote(HexPage page, int row) {
    if (page.firstRow() + row == page.rows().count() && layout.rowTop(row) < paneHeight) {
      graphics.setFill(colors.of(Ink.MISSING));
      graphics.fillText(page.look().endNote(), layout.offsetLeft(), layout.baseline(row));
    }
  }

  /// One row of it.
  private final class Row {

    private final HexPage page;
    private final ByteInks inks;
    private final int row;
    private final ByteRange bytes;
    private final RowCells cells;
    private final int firstColumn;

    Row(HexPage page, ByteInks inks, int row, ByteRange bytes, RowCells cells) {
      this.page = page;
      this.inks = inks;
      this.row = row;
      this.bytes = bytes;
      this.cells = cells;
      this.firstColumn = page.rows().columnOf(bytes.begin());
    }

    void paint() {
      paintRuns(inks::ground, layout.rowTop(row), layout.rowHeight());
      paintRuns(inks::line, layout.rowTop(row + 1) - LINE_HEIGHT, LINE_HEIGHT);
      paintBar();
      graphics.setFill(colors.of(Ink.OFFSET));
      graphics.fillText(
          page.look().offsets().text(page.rows().beginOf(page.firstRow() + row)),
          layout.offsetLeft(),
          layout.baseline(row));
      for (long at = bytes.begin(); at < bytes.end(); at++) {
        paintByte(at, column(at));
      }
    }

    private int column(long byteOffset) {
      return firstColumn + (int) (byteOffset - bytes.begin());
    }

    private void paintRuns(LongFunction<Optional<Ink>> inkOf, double top, double height) {
      for (long at = bytes.begin(); at < bytes.end(); ) {
        Optional<Ink> ink = inkOf.apply(at);
        long end = at + 1;
        while (end < bytes.end() && inkOf.apply(end).equals(ink)) {
          end++;
        }
        if (ink.isPresent()) {
          graphics.setFill(colors.of(ink.get()));
          fill(column(at), column(end - 1), top, height);
        }
        at = end;
      }
    }

    private void fill(int first, int last, double top, double height) {
      fill(cells.left(first), cells.right(last), top, height);
      if (layout.showsCharacters(paneWidth)) {
        fill(layout.characterLeft(first), layout.characterLeft(last + 1), top, height);
      }
    }

    private void fill(double left, double right, double top, double height) {
      double from = Math.floor(left);
      graphics.fillRect(from, top, Math.ceil(right) - from, height);
    }

    private void paintBar() {
      ByteRange tensor = page.marks().tensor();
      if (tensor.begin() < bytes.end() && tensor.end() > bytes.begin()) {
        graphics.setFill(colors.of(Ink.TENSOR_BAR));
        graphics.fillRect(
            cells.left(0) - 2 * BAR_WIDTH, layout.rowTop(row), BAR_WIDTH, layout.rowHeight());
      }
    }

    private void paintByte(long at, int column) {
      boolean caret = page.marks().isCaret(at);
      if (caret) {
        CaretFrame frame = new CaretFrame(graphics, colors.of(Ink.CARET_GROUND), focused);
        double top = layout.rowTop(row) + 1;
        frame.paint(cells.left(column), cells.right(column), top, layout.rowHeight() - 2);
        if (layout.showsCharacters(paneWidth)) {
          frame.paint(
              layout.characterLeft(column) - 1,
              layout.characterLeft(column + 1) + 1,
              top,
              layout.rowHeight() - 2);
        }
      }
      int value = page.window().at(at);
      if (value != HexWindow.ABSENT) {
        paintText(at, column, value, caret && focused);
      }
    }

    private void paintText(long at, int column, int value, boolean onCaret) {
      graphics.setFill(colors.of(onCaret ? Ink.CARET_TEXT : inks.digits(at, value)));
      graphics.fillText(HexText.pair(value), cells.digitsLeft(column), layout.baseline(row));
      if (layout.showsCharacters(paneWidth)) {
        String text = HexText.character(page.window(), at, page.look().characters());
        boolean isCharacter = !text.equals(HexText.NO_CHARACTER);
        graphics.setFill(colors.of(onCaret ? Ink.CARET_TEXT : inks.character(at, isCharacter)));
        graphics.fillText(text, layout.characterLeft(column), layout.baseline(row));
      }
    }
  }
}
