package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.format.ByteRange;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;

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

  private static final double CARET_ROUNDING = 4;

  void paint(HexPage page) {
    graphics.clearRect(0, 0, paneWidth, paneHeight);
    graphics.setFont(colors.font());
    graphics.setTextBaseline(VPos.BASELINE);
    paintColumnNumbers();
    for (int row = 0; layout.rowTop(row) < paneHeight; row++) {
      ByteRange bytes = page.rows().bytes(page.firstRow() + row, 1);
      if (bytes.byteCount() == 0) {
        return;
      }
      paintRow(page, row, bytes);
    }
  }

  private void paintColumnNumbers() {
    double baseline = layout.baseline(-1);
    graphics.setFill(colors.offset());
    for (int column = 0; column < HexRows.BYTES_PER_ROW; column++) {
      graphics.fillText(HexText.pair(column), layout.byteLeft(column), baseline);
    }
  }

  private void paintRow(HexPage page, int row, ByteRange bytes) {
    paintGround(row, bytes, page.header(), colors.headerGround());
    paintGround(row, bytes, page.tensor(), colors.tensorGround());
    graphics.setFill(colors.offset());
    graphics.fillText(
        HexText.offset(bytes.begin(), page.rows().fileLength()),
        layout.offsetLeft(),
        layout.baseline(row));
    for (int column = 0; column < bytes.byteCount(); column++) {
      long byteOffset = bytes.begin() + column;
      boolean caret = page.caret().isPresent() && page.caret().getAsLong() == byteOffset;
      if (caret) {
        paintCaret(row, column);
      }
      int value = page.window().at(byteOffset);
      if (value != HexWindow.ABSENT) {
        boolean onCaret = caret && focused;
        boolean inHeader = page.header().contains(byteOffset);
        graphics.setFill(onCaret ? colors.caretText() : byteColor(value, inHeader));
        graphics.fillText(HexText.pair(value), layout.byteLeft(column), layout.baseline(row));
        paintCharacter(row, column, value, onCaret, inHeader);
      }
    }
  }

  private void paintCharacter(int row, int column, int value, boolean onCaret, boolean inHeader) {
    if (layout.showsCharacters(paneWidth)) {
      graphics.setFill(onCaret ? colors.caretText() : characterColor(value, inHeader));
      graphics.fillText(
          HexText.character(value), layout.characterLeft(column), layout.baseline(row));
    }
  }

  private Color byteColor(int value, boolean inHeader) {
    if (value == 0) {
      return colors.zero();
    }
    return inHeader ? colors.header() : colors.value();
  }

  private Color characterColor(int value, boolean inHeader) {
    if (!HexText.isPrintable(value)) {
      return colors.zero();
    }
    return inHeader ? colors.header() : colors.character();
  }

  private void paintGround(int row, ByteRange bytes, ByteRange range, Color ground) {
    int begin = (int) (Math.max(bytes.begin(), range.begin()) - bytes.begin());
    int end = (int) (Math.min(bytes.end(), range.end()) - bytes.begin());
    if (range.byteCount() == 0 || begin >= end || begin >= HexRows.BYTES_PER_ROW) {
      return;
    }
    graphics.setFill(ground);
    fillCells(row, layout.cellLeft(begin), layout.cellRight(end - 1));
    if (layout.showsCharacters(paneWidth)) {
      fillCells(row, layout.characterLeft(begin), layout.characterLeft(end));
    }
  }

  private void paintCaret(int row, int column) {
    paintCaret(row, layout.cellLeft(column), layout.cellRight(column));
    if (layout.showsCharacters(paneWidth)) {
      paintCaret(row, layout.characterLeft(column) - 1, layout.characterLeft(column + 1) + 1);
    }
  }

  private void paintCaret(int row, double left, double right) {
    double top = layout.rowTop(row) + 1;
    double height = layout.rowHeight() - 2;
    if (focused) {
      graphics.setFill(colors.caretGround());
      graphics.fillRoundRect(left, top, right - left, height, CARET_ROUNDING, CARET_ROUNDING);
    } else {
      graphics.setStroke(colors.caretGround());
      graphics.strokeRoundRect(
          Math.floor(left) + 0.5,
          top + 0.5,
          Math.ceil(right - left) - 1,
          height - 1,
          CARET_ROUNDING,
          CARET_ROUNDING);
    }
  }

  private void fillCells(int row, double left, double right) {
    double from = Math.floor(left);
    graphics.fillRect(from, layout.rowTop(row), Math.ceil(right) - from, layout.rowHeight());
  }
}
