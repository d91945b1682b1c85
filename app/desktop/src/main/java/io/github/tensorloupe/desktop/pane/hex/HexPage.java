package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.structure.ByteText;
import io.github.tensorloupe.analysis.structure.ByteText.CharacterSet;
import io.github.tensorloupe.analysis.structure.ByteWindow;
import io.github.tensorloupe.analysis.structure.FileStructure;
import io.github.tensorloupe.analysis.structure.FileStructure.Segment;
import io.github.tensorloupe.analysis.structure.PageStructure;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.OffsetBase;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

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
  /// @param caret the byte under the caret; empty where there is none
  /// @param selected the marked bytes; empty range where there are none
  /// @param highlight the bytes that were found; empty range where there are none
  /// @param tensor the bytes of the selected tensor; empty range where none is selected
  record Marks(OptionalLong caret, ByteRange selected, ByteRange highlight, ByteRange tensor) {
    static final Marks NONE = new Marks(OptionalLong.empty(), NOTHING, NOTHING, NOTHING);

    boolean isCaret(long byteOffset) {
      return caret.isPresent() && caret.getAsLong() == byteOffset;
    }
  }

  /// The look of a page.
  ///
  /// @param grouped true if the bytes of an element stand closer together
  /// @param endNote what is said below the last row, or empty text
  record Look(Offsets offsets, CharacterSet characters, boolean grouped, String endNote) {
    static final Look PLAIN = new Look(new Offsets(0, 0), CharacterSet.ASCII, false, "");
  }

  static final ByteRange NOTHING = new ByteRange(0, 0);

  static final HexPage EMPTY =
      new HexPage(HexRows.NONE, 0, ByteWindow.EMPTY, Optional.empty(), Marks.NONE, Look.PLAIN);

  private static final int GROUP = 8;

  boolean fileOpen() {
    return structure.isPresent();
  }

  /// The bytes of a row.
  ///
  /// @param row counted from the row on top
  ByteRange bytesOf(int row) {
    return rows.bytes(firstRow + row, 1);
  }

  /// A row as text: offset, bytes in groups of eight, and the bytes as characters. Bytes that have
  /// not arrived are blank.
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
      text.append(there ? ByteText.pair(window.at(begin + column)) : "  ");
      characters.append(
          there ? ByteText.character(window, begin + column, look.characters()) : " ");
    }
    return text.append("  ").append(characters).toString().stripTrailing();
  }

  /// The form of the offsets at the left of the rows.
  ///
  /// @param origin file offset of the byte whose offset is 0
  record Offsets(long fileLength, long origin) {

    /// The fewest digits of an offset, so that small files look like each other.
    private static final int MIN_DIGITS = 6;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /// The number of characters of every offset.
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

  /// Makes the pages of one file. Belongs to the FX thread.
  static final class Maker {

    /// Tensors of a page whose zero pages are looked up.
    private static final int MOST_TENSORS = 64;

    private final FileStructure structure;
    private final Selection selection;
    private final ScanResults results;
    private final HexChoices choices;
    private final String endNote;

    Maker(
        TensorFile file,
        Selection selection,
        ScanResults results,
        HexChoices choices,
        Messages messages) {
      this.structure = FileStructure.of(file);
      this.selection = selection;
      this.results = results;
      this.choices = choices;
      long missing = structure.missingBytes();
      this.endNote = missing == 0 ? "" : messages.text("hex.missing", messages.exactBytes(missing));
    }

    TensorFile file() {
      return structure.file();
    }

    FileStructure structure() {
      return structure;
    }

    boolean hasEndNote() {
      return !endNote.isEmpty();
    }

    HexRows rows(int bytesPerRow) {
      long blanks = Math.floorMod(-origin(), (long) bytesPerRow);
      return new HexRows(file().bytes().length(), bytesPerRow, (int) blanks);
    }

    private long origin() {
      return choices.offsetsProperty().get() == OffsetBase.DATA
          ? structure.dataStart().orElse(0)
          : 0;
    }

    HexPage page(
        HexRows.Scroll scroll,
        ByteWindow window,
        Optional<ByteRange> selected,
        Optional<ByteRange> highlight) {
      HexRows rows = scroll.rows();
      // One row more than is whole may be seen in part.
      ByteRange visible = rows.bytes(scroll.firstRow(), scroll.wholeRows() + 1L);
      return new HexPage(
          rows,
          scroll.firstRow(),
          window,
          Optional.of(PageStructure.of(structure, window, visible, zeroPages(visible))),
          marks(selected, highlight),
          new Look(
              new Offsets(file().bytes().length(), origin()),
              choices.charactersProperty().get(),
              choices.groupedProperty().get(),
              endNote));
    }

    private Marks marks(Optional<ByteRange> selected, Optional<ByteRange> highlight) {
      OptionalLong caret =
          selection.caretProperty().get().stream()
              .mapToLong(Caret::byteOffset)
              .filter(byteOffset -> byteOffset < file().bytes().length())
              .findFirst();
      Optional<ByteRange> tensor =
          selection
              .tensorProperty()
              .get()
              .filter(shown -> shown.file() == file())
              .flatMap(TensorRef::data)
              .map(TensorData::range);
      return new Marks(
          caret, selected.orElse(NOTHING), highlight.orElse(NOTHING), tensor.orElse(NOTHING));
    }

    private List<ByteRange> zeroPages(ByteRange visible) {
      Optional<OpenDocument> document = selection.openDocument();
      if (document.isEmpty() || results.countOf(HealthIssue.ZERO_PAGES) == 0) {
        return List.of();
      }
      List<ByteRange> pages = new ArrayList<>();
      long at = visible.begin();
      for (int count = 0; at < visible.end() && count < MOST_TENSORS; count++) {
        Segment segment = structure.at(at);
        if (segment.part().isInTensor()) {
          TensorRef tensor = new TensorRef(file(), structure.tensor(segment.tensor()));
          results
              .health(document.get().checkpoint().indexOf(tensor))
              .ifPresent(health -> pages.addAll(health.zeroPages().runs()));
        }
        at = segment.end();
      }
      return pages;
    }
  }
}
