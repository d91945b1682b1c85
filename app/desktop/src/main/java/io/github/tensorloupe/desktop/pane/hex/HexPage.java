package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.pane.hex.ByteText.CharacterSet;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;

/// A snapshot of everything that the pane draws.
///
/// @param firstRow the first visible row
/// @param window the loaded bytes
/// @param structure the parts of the visible bytes; empty if no file is open. An open file may have
///   no bytes
record HexPage(
    HexRows rows,
    long firstRow,
    ByteWindow window,
    Optional<PageStructure> structure,
    Marks marks,
    Look look) {

  /// The marks on a page, as file offsets.
  ///
  /// @param selected the selected bytes; an empty range if no bytes are selected
  /// @param highlight the found bytes; an empty range if no bytes were found
  /// @param tensor the bytes of the selected tensor; an empty range if no tensor is selected
  /// @param bookmarks the bytes with bookmarks
  record Marks(
      OptionalLong caret,
      ByteRange selected,
      ByteRange highlight,
      ByteRange tensor,
      NavigableSet<Long> bookmarks,
      Changed changed) {
    static final Marks NONE =
        new Marks(
            OptionalLong.empty(),
            NOTHING,
            NOTHING,
            NOTHING,
            Collections.emptyNavigableSet(),
            Changed.NONE);

    boolean hasBookmarkIn(ByteRange bytes) {
      Long first = bookmarks.ceiling(bytes.begin());
      return first != null && first < bytes.end();
    }

    boolean isCaret(long byteOffset) {
      return caret.isPresent() && caret.getAsLong() == byteOffset;
    }
  }

  /// The bytes that differ from the other tensor of a comparison.
  ///
  /// @param begin file offset of the byte that corresponds to the first bit
  record Changed(long begin, BitSet bytes) {
    static final Changed NONE = new Changed(0, new BitSet());

    boolean contains(long byteOffset) {
      long index = byteOffset - begin;
      return index >= 0 && index < bytes.length() && bytes.get((int) index);
    }
  }

  /// The look of a page.
  ///
  /// @param grouped true if the bytes of an element are closer together
  /// @param absent the placeholder for a byte that is not loaded: blanks, or dots if loading may
  ///   take long
  /// @param endNote a note below the last row, or empty text
  record Look(
      Offsets offsets, CharacterSet characters, boolean grouped, String absent, String endNote) {
    static final Look PLAIN = new Look(new Offsets(0, 0), CharacterSet.ASCII, false, BLANKS, "");
  }

  private static final String BLANKS = "  ";

  /// Returns the placeholder for bytes that are not loaded. Bytes on a disk are loaded so quickly
  /// that they get blanks.
  static String absent(TensorFile file) {
    return SourceFileSystem.of(file.path()).isPresent() ? "··" : BLANKS;
  }

  static final ByteRange NOTHING = new ByteRange(0, 0);

  static final HexPage EMPTY =
      new HexPage(HexRows.NONE, 0, ByteWindow.EMPTY, Optional.empty(), Marks.NONE, Look.PLAIN);

  private static final int GROUP = 8;

  boolean fileOpen() {
    return structure.isPresent();
  }

  /// Returns the bytes of a row, counted from the first visible row.
  ByteRange bytesOf(int row) {
    return rows.bytes(firstRow + row, 1);
  }

  /// Returns a row as text: the offset, the bytes in groups of eight, and the bytes as characters.
  /// Bytes that are not loaded are replaced by [Look#absent].
  ///
  /// @param row counted from the file's first row; the text is empty for a row beyond the last
  String rowText(long row) {
    ByteRange bytes = rows.bytes(row, 1);
    if (row < 0 || bytes.byteCount() == 0) {
      return "";
    }
    long begin = rows.beginOf(row);
    StringBuilder text = new StringBuilder(look.offsets().text(begin));
    StringBuilder characters = new StringBuilder();
    for (int column = 0; column < rows.bytesPerRow(); column++) {
      text.append(column % GROUP == 0 ? "  " : " ");
      boolean there = bytes.contains(begin + column);
      text.append(there ? ByteText.pair(window.at(begin + column)) : look.absent());
      characters.append(
          there ? ByteText.character(window, begin + column, look.characters()) : " ");
    }
    return text.append("  ").append(characters).toString().stripTrailing();
  }

  /// @param origin file offset of the byte whose offset is 0
  record Offsets(long fileLength, long origin) {

    /// The minimum number of digits of an offset, so that small files look alike.
    private static final int MIN_DIGITS = 6;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    int width() {
      return digits() + (origin > 0 ? 1 : 0);
    }

    private int digits() {
      int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, fileLength - 1));
      return Math.max(MIN_DIGITS, (bits + 7) / 8 * 2);
    }

    /// Formats an offset, with the same number of digits for all offsets of the file. Offsets
    /// before the origin are negative.
    String text(long byteOffset) {
      long offset = byteOffset - origin;
      String number = HEX.toHexDigits(Math.abs(offset), digits());
      return origin > 0 ? (offset < 0 ? "−" : " ") + number : number;
    }
  }
}
