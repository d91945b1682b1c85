package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasText;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.pane.hex.HexLayout.RowCells;
import io.github.tensorloupe.format.ByteRange;

/// Draws one [HexPage].
///
/// @param focused true if the pane has the focus; only then the caret is filled
record HexPainter(
    HexPage page,
    GraphicsContext graphics,
    CanvasText canvasText,
    HexLayout layout,
    ColoredRegion colors,
    double paneWidth,
    double paneHeight,
    boolean focused) {

  private static final double BAR_WIDTH = 2;
  private static final double BOOKMARK_WIDTH = 4;
  private static final double LINE_HEIGHT = 2;
  private static final double CARET_ROUNDING = 4;

  /// @return the number of drawn rows
  int paint() {
    if (page.structure().isEmpty()) {
      return 0;
    }
    graphics.setTextBaseline(VPos.BASELINE);
    paintColumnNumbers();
    ByteColors inks = new ByteColors(page, page.structure().get());
    int row = 0;
    for (; layout.rowTop(row) < paneHeight; row++) {
      ByteRange bytes = page.bytesOf(row);
      if (bytes.byteCount() == 0 || bytes.end() > inks.structure().visible().end()) {
        break;
      }
      paintRow(row, bytes, inks);
    }
    if (page.firstRow() + row == page.rows().count() && layout.rowTop(row) < paneHeight) {
      write(HexColor.MISSING, page.look().endNote(), layout.offsetLeft(), row);
    }
    return row;
  }

  /// Aligns the numbers with the bytes of the middle row, since most other rows are like it.
  private void paintColumnNumbers() {
    RowCells cells = RowCells.of(layout, page, Math.max(0, layout.rowAt(paneHeight / 2)));
    for (int column = 0; column < layout.columns(); column++) {
      write(HexColor.OFFSET, ByteText.pair(column), cells.digitsLeft(column), -1);
    }
  }

  /// @param row -1 for the line of column numbers
  private void write(HexColor color, String text, double left, int row) {
    graphics.setFill(colors.color(color));
    canvasText.write(text, left, layout.baseline(row));
  }

  private void paintRow(int row, ByteRange bytes, ByteColors inks) {
    RowCells cells = RowCells.of(layout, page, row);
    double top = layout.rowTop(row);
    paintRuns(bytes, cells, inks::ground, top, layout.rowHeight());
    paintRuns(bytes, cells, inks::line, layout.rowTop(row + 1) - LINE_HEIGHT, LINE_HEIGHT);
    ByteRange tensor = page.marks().tensor();
    if (tensor.begin() < bytes.end() && tensor.end() > bytes.begin()) {
      graphics.setFill(colors.color(HexColor.TENSOR_BAR));
      graphics.fillRect(cells.left(0) - 2 * BAR_WIDTH, top, BAR_WIDTH, layout.rowHeight());
    }
    if (page.marks().hasBookmarkIn(bytes)) {
      graphics.setFill(colors.color(HexColor.BOOKMARK));
      graphics.fillRect(0, top + 2, BOOKMARK_WIDTH, layout.rowHeight() - 4);
    }
    String offset = page.look().offsets().text(page.rows().beginOf(page.firstRow() + row));
    write(HexColor.OFFSET, offset, layout.offsetLeft(), row);
    for (long at = bytes.begin(); at < bytes.end(); at++) {
      int column = page.rows().columnOf(at);
      if (page.marks().isCaret(at)) {
        paintCaret(cells.left(column), cells.right(column), top + 1);
        if (layout.showsCharacters(paneWidth)) {
          double right = layout.characterLeft(column + 1) + 1;
          paintCaret(layout.characterLeft(column) - 1, right, top + 1);
        }
      }
      if (page.window().at(at) != ByteWindow.ABSENT) {
        paintByte(at, row, cells.digitsLeft(column), layout.characterLeft(column), inks);
      } else {
        write(HexColor.OFFSET, page.look().absent(), cells.digitsLeft(column), row);
      }
    }
  }

  private void paintRuns(
      ByteRange bytes,
      RowCells cells,
      LongFunction<Optional<HexColor>> inkOf,
      double top,
      double height) {
    for (long at = bytes.begin(); at < bytes.end(); ) {
      Optional<HexColor> ink = inkOf.apply(at);
      long end = at + 1;
      while (end < bytes.end() && inkOf.apply(end).equals(ink)) {
        end++;
      }
      if (ink.isPresent()) {
        graphics.setFill(colors.color(ink.get()));
        int first = page.rows().columnOf(at);
        int last = page.rows().columnOf(end - 1);
        fill(cells.left(first), cells.right(last), top, height);
        if (layout.showsCharacters(paneWidth)) {
          fill(layout.characterLeft(first), layout.characterLeft(last + 1), top, height);
        }
      }
      at = end;
    }
  }

  private void fill(double left, double right, double top, double height) {
    double from = Math.floor(left);
    graphics.fillRect(from, top, Math.ceil(right) - from, height);
  }

  private void paintCaret(double left, double right, double top) {
    Color color = colors.color(HexColor.CARET_GROUND);
    double height = layout.rowHeight() - 2;
    double arc = CARET_ROUNDING;
    if (focused) {
      graphics.setFill(color);
      graphics.fillRoundRect(left, top, right - left, height, arc, arc);
    } else {
      double x = Math.floor(left) + 0.5;
      double width = Math.ceil(right - left) - 1;
      graphics.setStroke(color);
      graphics.strokeRoundRect(x, top + 0.5, width, height - 1, arc, arc);
    }
  }

  private void paintByte(long at, int row, double left, double characterLeft, ByteColors inks) {
    boolean onCaret = focused && page.marks().isCaret(at);
    int value = page.window().at(at);
    HexColor digits = onCaret ? HexColor.CARET_TEXT : inks.digits(at, value);
    write(digits, ByteText.pair(value), left, row);
    if (layout.showsCharacters(paneWidth)) {
      String text = ByteText.character(page.window(), at, page.look().characters());
      boolean isCharacter = !text.equals(ByteText.NO_CHARACTER);
      HexColor character = onCaret ? HexColor.CARET_TEXT : inks.character(at, isCharacter);
      write(character, text, characterLeft, row);
    }
  }

  record ByteColors(HexPage page, PageStructure structure) {

    /// Returns the background of a byte; empty if it has none.
    Optional<HexColor> ground(long byteOffset) {
      if (page.marks().highlight().contains(byteOffset)) {
        return Optional.of(HexColor.FOUND_GROUND);
      }
      if (page.marks().selected().contains(byteOffset)) {
        return Optional.of(HexColor.SELECTED_GROUND);
      }
      if (page.marks().changed().contains(byteOffset)) {
        return Optional.of(HexColor.CHANGED_GROUND);
      }
      if (structure.isNotFinite(byteOffset) || structure.isDamaged(byteOffset)) {
        return Optional.of(HexColor.NOT_FINITE_GROUND);
      }
      if (structure.isZeros(byteOffset)) {
        return Optional.of(HexColor.ZEROS_GROUND);
      }
      return Optional.ofNullable(
          switch (structure.part(byteOffset)) {
            case HEADER_LENGTH, HEADER, KEY, TEXT, NUMBER, PADDING -> HexColor.HEADER_GROUND;
            case TENSOR, OVERLAP -> HexColor.ofTensor(structure.tensor(byteOffset));
            case UNCLAIMED -> HexColor.UNCLAIMED_GROUND;
            case FOREIGN -> null;
          });
    }

    /// Returns the line below a byte; empty if it has none.
    Optional<HexColor> line(long byteOffset) {
      if (page.marks().highlight().contains(byteOffset)) {
        return Optional.of(HexColor.FOUND_LINE);
      }
      if (page.marks().bookmarks().contains(byteOffset)) {
        return Optional.of(HexColor.BOOKMARK);
      }
      if (page.marks().changed().contains(byteOffset)) {
        return Optional.of(HexColor.CHANGED_LINE);
      }
      return structure.part(byteOffset) == Part.OVERLAP || structure.isDamaged(byteOffset)
          ? Optional.of(HexColor.OVERLAP_LINE)
          : Optional.empty();
    }

    HexColor digits(long byteOffset, int value) {
      return text(
          byteOffset, value == 0 || structure.part(byteOffset) == Part.PADDING, HexColor.VALUE);
    }

    HexColor character(long byteOffset, boolean isCharacter) {
      return text(byteOffset, !isCharacter, HexColor.CHARACTER);
    }

    private HexColor text(long byteOffset, boolean quiet, HexColor otherwise) {
      if (structure.isNotFinite(byteOffset) || structure.isDamaged(byteOffset)) {
        return HexColor.NOT_FINITE;
      }
      if (quiet) {
        return HexColor.ZERO;
      }
      return switch (structure.part(byteOffset)) {
        case HEADER_LENGTH -> HexColor.HEADER_NUMBER;
        case HEADER, PADDING -> HexColor.HEADER;
        case KEY -> HexColor.HEADER_KEY;
        case TEXT -> HexColor.HEADER_TEXT;
        case NUMBER -> HexColor.HEADER_NUMBER;
        case UNCLAIMED -> HexColor.UNCLAIMED;
        case TENSOR, OVERLAP, FOREIGN -> otherwise;
      };
    }
  }

  enum HexColor {
    OFFSET,
    VALUE,
    ZERO,
    CHARACTER,
    HEADER,
    HEADER_KEY,
    HEADER_TEXT,
    HEADER_NUMBER,
    HEADER_GROUND,
    TENSOR_0,
    TENSOR_1,
    TENSOR_2,
    TENSOR_3,
    TENSOR_4,
    /// The bar next to the rows of the selected tensor.
    TENSOR_BAR,
    ZEROS_GROUND,
    UNCLAIMED,
    UNCLAIMED_GROUND,
    /// The line below damaged bytes and bytes of more than one tensor.
    OVERLAP_LINE,
    NOT_FINITE,
    NOT_FINITE_GROUND,
    SELECTED_GROUND,
    FOUND_GROUND,
    FOUND_LINE,
    /// The background of a byte that differs from the other tensor of a comparison.
    CHANGED_GROUND,
    CHANGED_LINE,
    CARET_GROUND,
    CARET_TEXT,
    /// The bar next to a row with a bookmark, and the line below its byte.
    BOOKMARK,
    /// The note below the last row of a truncated file.
    MISSING;

    private static final HexColor[] TENSORS = {TENSOR_0, TENSOR_1, TENSOR_2, TENSOR_3, TENSOR_4};

    /// Returns the background of a tensor, which differs from its neighbors.
    ///
    /// @param tensor the index of the tensor in the file's header
    static HexColor ofTensor(int tensor) {
      return TENSORS[tensor % TENSORS.length];
    }
  }
}
