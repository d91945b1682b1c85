package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.pane.hex.ByteText.CharacterSet;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;

/// Everything that the pane draws at one moment.
///
/// @param firstRow the row on top
/// @param window the bytes that have arrived
/// @param structure what the visible bytes are for; empty where no file is open, which may still
///   have no bytes
record HexPage(
    HexRows rows,
    long firstRow,
    ByteWindow window,
    Optional<PageStructure> structure,
    Marks marks,
    Look look) {

  /// The marks on a page; as file offsets.
  ///
  /// @param selected the marked bytes; empty range where there are none
  /// @param highlight the bytes that were found; empty range where there are none
  /// @param tensor the bytes of the selected tensor; empty range where none is selected
  /// @param bookmarks the bytes that a person has marked
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

  /// Bytes that differ from those of the tensor beside.
  ///
  /// @param begin file offset of the byte of the first bit
  record Changed(long begin, BitSet bytes) {
    static final Changed NONE = new Changed(0, new BitSet());

    boolean contains(long byteOffset) {
      long index = byteOffset - begin;
      return index >= 0 && index < bytes.length() && bytes.get((int) index);
    }
  }

  /// The look of a page.
  ///
  /// @param grouped true if the bytes of an element stand closer together
  /// @param absent what stands in place of a byte that has not arrived: nothing, or dots where that
  ///   may take long
  /// @param endNote what is said below the last row, or empty text
  record Look(
      Offsets offsets, CharacterSet characters, boolean grouped, String absent, String endNote) {
    static final Look PLAIN = new Look(new Offsets(0, 0), CharacterSet.ASCII, false, HERE, "");
  }

  private static final String HERE = "  ";

  /// What stands in place of bytes of a file that have not arrived: from a disk they come at once.
  static String absent(TensorFile file) {
    return SourceFileSystem.of(file.path()).isPresent() ? "··" : HERE;
  }

  static final ByteRange NOTHING = new ByteRange(0, 0);

  static final HexPage EMPTY =
      new HexPage(HexRows.NONE, 0, ByteWindow.EMPTY, Optional.empty(), Marks.NONE, Look.PLAIN);

  private static final int GROUP = 8;

  boolean fileOpen() {
    return structure.isPresent();
  }

  /// The bytes of a row, counted from the row on top.
  ByteRange bytesOf(int row) {
    return rows.bytes(firstRow + row, 1);
  }

  /// A row as text: offset, bytes in groups of eight, and the bytes as characters. Bytes that have
  /// not arrived look as [Look#absent] says.
  ///
  /// @param row counted from the file's first row; empty text beyond the last
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

    /// The fewest digits of an offset, so that small files look like each other.
    private static final int MIN_DIGITS = 6;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    int width() {
      return digits() + (origin > 0 ? 1 : 0);
    }

    private int digits() {
      int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, fileLength - 1));
      return Math.max(MIN_DIGITS, (bits + 7) / 8 * 2);
    }

    /// An offset with as many digits as every offset of the file; before the origin it is negative.
    String text(long byteOffset) {
      long offset = byteOffset - origin;
      String number = HEX.toHexDigits(Math.abs(offset), digits());
      return origin > 0 ? (offset < 0 ? "−" : " ") + number : number;
    }
  }
}
