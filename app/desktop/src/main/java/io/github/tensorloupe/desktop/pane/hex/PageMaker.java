package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.structure.ByteWindow;
import io.github.tensorloupe.analysis.structure.FileStructure;
import io.github.tensorloupe.analysis.structure.FileStructure.Segment;
import io.github.tensorloupe.analysis.structure.PageStructure;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.OffsetBase;
import io.github.tensorloupe.desktop.pane.hex.HexPage.Offsets;
import io.github.tensorloupe.desktop.selection.Caret;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Makes the pages of one file. Belongs to the FX thread.
final class PageMaker {

  /// Tensors of a page whose zero pages are looked up.
  private static final int MOST_TENSORS = 64;

  private final FileStructure structure;
  private final Selection selection;
  private final ScanResults results;
  private final HexChoices choices;
  private final String endNote;

  PageMaker(
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

  /// True if something is said below the last row.
  boolean hasEndNote() {
    return !endNote.isEmpty();
  }

  /// The rows that the file is cut into.
  HexRows rows(int bytesPerRow) {
    long blanks = Math.floorMod(-origin(), (long) bytesPerRow);
    return new HexRows(file().bytes().length(), bytesPerRow, (int) blanks);
  }

  private long origin() {
    return choices.offsetsProperty().get() == OffsetBase.DATA ? structure.dataStart().orElse(0) : 0;
  }

  /// The page to draw now.
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
        new HexPage.Look(
            new Offsets(file().bytes().length(), origin()),
            choices.charactersProperty().get(),
            choices.groupedProperty().get(),
            endNote));
  }

  private HexPage.Marks marks(Optional<ByteRange> selected, Optional<ByteRange> highlight) {
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
    return new HexPage.Marks(
        caret,
        selected.orElse(HexPage.NOTHING),
        highlight.orElse(HexPage.NOTHING),
        tensor.orElse(HexPage.NOTHING));
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
