package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.selection.Caret;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Which rows of the file are visible, which bytes of them have arrived, and what is under the
/// caret. Belongs to the FX thread; reading runs beside it.
public final class HexViewModel {

  /// Rows left above a place that is jumped to, so that it is seen in its surroundings.
  private static final int ROWS_ABOVE_TARGET = 1;

  private final Selection selection;
  private final Messages messages;
  private final HexLoader loader;
  private final ReadOnlyObjectWrapper<HexPage> page = new ReadOnlyObjectWrapper<>(HexPage.EMPTY);
  private final ReadOnlyObjectWrapper<CaretLine> caretLine =
      new ReadOnlyObjectWrapper<>(CaretLine.EMPTY);
  private final ReadOnlyObjectWrapper<Optional<String>> refusal =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<TensorFile> file = Optional.empty();
  private long firstRow;
  private int wholeRows = 1;
  private boolean movesCaretItself;

  /// @param selection shared with the other panes
  /// @param jobs runs the reading
  public HexViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.loader = new HexLoader(jobs, messages.text("hex.job.read"));
    selection.caretProperty().subscribe(this::caretMoved);
    selection.tensorProperty().subscribe(_ -> update());
    loader.windowProperty().subscribe(_ -> update());
  }

  private void caretMoved(Optional<Caret> caret) {
    refusal.set(Optional.empty());
    Optional<TensorFile> next = caret.map(Caret::file);
    if (!next.equals(file)) {
      file = next;
      firstRow = 0;
      loader.clear();
      caretLine.set(CaretLine.EMPTY);
    }
    caret.ifPresent(here -> reveal(rows().rowOf(here.byteOffset())));
    update();
  }

  /// Scrolls only if the row is not visible: by as little as can be for the pane's own moves, else
  /// so that the row is near the top.
  private void reveal(long row) {
    boolean above = row < firstRow;
    boolean below = row >= firstRow + wholeRows;
    if (movesCaretItself && above) {
      firstRow = row;
    } else if (movesCaretItself && below) {
      firstRow = row - wholeRows + 1;
    } else if (above || below) {
      firstRow = row - ROWS_ABOVE_TARGET;
    }
  }

  private void update() {
    if (file.isEmpty()) {
      page.set(HexPage.EMPTY);
      caretLine.set(CaretLine.EMPTY);
      return;
    }
    TensorFile shown = file.get();
    firstRow = Math.clamp(firstRow, 0, maxFirstRow());
    page.set(pageOf(shown));
    caretLine.set(CaretLine.of(shown, page.get(), messages).orValueOf(caretLine.get()));
    // Half a page is kept ready on either side, so that scrolling by rows finds its bytes there.
    int half = wholeRows / 2 + 1;
    loader.require(
        shown.bytes(),
        rows().bytes(firstRow - half, wholeRows + 2L * half),
        rows().bytes(firstRow - 2L * wholeRows, 5L * wholeRows));
  }

  private HexPage pageOf(TensorFile shown) {
    OptionalLong caret =
        selection.caretProperty().get().stream()
            .mapToLong(Caret::byteOffset)
            .filter(byteOffset -> byteOffset < rows().fileLength())
            .findFirst();
    ByteRange tensor =
        selection
            .tensorProperty()
            .get()
            .map(selected -> FileRegions.tensor(shown, selected))
            .orElse(HexPage.NOTHING);
    return new HexPage(
        true,
        rows(),
        firstRow,
        loader.windowProperty().get(),
        caret,
        FileRegions.header(shown),
        tensor);
  }

  private HexRows rows() {
    return new HexRows(file.map(open -> open.bytes().length()).orElse(0L));
  }

  /// The last row that may be on top: the file's last row is then at the bottom.
  long maxFirstRow() {
    return Math.max(0, rows().count() - wholeRows);
  }

  /// How many rows the pane shows whole; a further one may be cut by its edge.
  ///
  /// @param rowCount at least 1
  void setWholeRows(int rowCount) {
    if (rowCount != wholeRows) {
      wholeRows = rowCount;
      update();
    }
  }

  int wholeRows() {
    return wholeRows;
  }

  /// Shows other rows; the caret stays.
  ///
  /// @param row the row that is to be on top, or as near as the file allows
  void scrollTo(long row) {
    firstRow = Math.clamp(row, 0, maxFirstRow());
    update();
  }

  /// Shows rows further down, or up for a negative count; the caret stays.
  void scrollBy(long rowCount) {
    scrollTo(firstRow + rowCount);
  }

  /// Puts the caret on a byte and shows it. Nothing happens for a place outside the file.
  ///
  /// @param byteOffset file offset
  void placeCaret(long byteOffset) {
    if (file.isPresent() && byteOffset >= 0 && byteOffset < rows().fileLength()) {
      movesCaretItself = true;
      selection.placeCaret(file.get(), byteOffset);
      movesCaretItself = false;
      // The caret may have been there already, out of sight.
      reveal(rows().rowOf(byteOffset));
      update();
    }
  }

  /// Moves the caret as a key asks.
  void move(HexMove move) {
    if (rows().fileLength() > 0) {
      long caret = page.get().caret().orElse(rows().fileLength() - 1);
      placeCaret(move.from(caret, rows(), wholeRows));
    }
  }

  /// Puts the caret where a text says, or says why that cannot be.
  ///
  /// @return whether the caret was put there
  boolean goTo(String text) {
    OptionalLong target = GoToOffset.parse(text);
    if (file.isEmpty() || target.isEmpty()) {
      refusal.set(Optional.of(messages.text("hex.goto.invalid")));
      return false;
    }
    long fileLength = rows().fileLength();
    if (Long.compareUnsigned(target.getAsLong(), fileLength) >= 0) {
      refusal.set(Optional.of(messages.text("hex.goto.beyond", Figures.exactBytes(fileLength))));
      return false;
    }
    refusal.set(Optional.empty());
    selection.placeCaret(file.get(), target.getAsLong());
    reveal(rows().rowOf(target.getAsLong()));
    update();
    return true;
  }

  /// Takes back what was said of an offset that led nowhere.
  void forgetRefusal() {
    refusal.set(Optional.empty());
  }

  /// What to draw.
  ReadOnlyObjectProperty<HexPage> pageProperty() {
    return page.getReadOnlyProperty();
  }

  /// What is said of the byte under the caret.
  ReadOnlyObjectProperty<CaretLine> caretLineProperty() {
    return caretLine.getReadOnlyProperty();
  }

  /// Why bytes are missing, as a sentence.
  ReadOnlyObjectProperty<Optional<String>> failureProperty() {
    return loader.failureProperty();
  }

  /// Why the last [#goTo] led nowhere, as a sentence; empty once the caret moves.
  ReadOnlyObjectProperty<Optional<String>> refusalProperty() {
    return refusal.getReadOnlyProperty();
  }

  /// A visible row as text; bytes that have not arrived are blank.
  ///
  /// @param index 0 for the row on top
  public String rowText(int index) {
    return page.get().rowText(firstRow + index);
  }

  /// The row of the caret as text, for those who cannot see it; empty text where there is no caret.
  String caretRowText() {
    OptionalLong caret = page.get().caret();
    return caret.isPresent() ? page.get().rowText(rows().rowOf(caret.getAsLong())) : "";
  }
}
