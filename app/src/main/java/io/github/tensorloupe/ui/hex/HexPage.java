package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.format.ByteRange;
import java.util.OptionalLong;

/// Everything that the pane draws at one moment.
///
/// @param fileOpen whether there is a file, which may still have no bytes
/// @param rows of the file; none where no file is open
/// @param firstRow the row on top
/// @param window the bytes that have arrived
/// @param caret file offset of the byte under the caret; empty where there is none
/// @param header the bytes of header length and header; empty range where there are none
/// @param tensor the bytes of the selected tensor; empty range where none is selected
record HexPage(
    boolean fileOpen,
    HexRows rows,
    long firstRow,
    HexWindow window,
    OptionalLong caret,
    ByteRange header,
    ByteRange tensor) {

  static final ByteRange NOTHING = new ByteRange(0, 0);

  /// No file.
  static final HexPage EMPTY =
      new HexPage(
          false, new HexRows(0), 0, HexWindow.EMPTY, OptionalLong.empty(), NOTHING, NOTHING);

  private static final int GROUP = 8;

  /// A row as text: offset, bytes in two groups, and the bytes as characters. Bytes that have not
  /// arrived are blank.
  ///
  /// @param row counted from the file's first row; empty text beyond the last
  String rowText(long row) {
    ByteRange bytes = rows.bytes(row, 1);
    if (row < 0 || bytes.byteCount() == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder(HexText.offset(bytes.begin(), rows.fileLength()));
    StringBuilder characters = new StringBuilder();
    for (int column = 0; column < HexRows.BYTES_PER_ROW; column++) {
      text.append(column % GROUP == 0 ? "  " : " ");
      int value = column < bytes.byteCount() ? window.at(bytes.begin() + column) : HexWindow.ABSENT;
      text.append(HexText.pair(value));
      characters.append(HexText.character(value));
    }
    return text.append("  ").append(characters).toString().stripTrailing();
  }
}
