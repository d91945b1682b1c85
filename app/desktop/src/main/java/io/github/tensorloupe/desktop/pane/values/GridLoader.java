package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridPage.GridText;
import io.github.tensorloupe.desktop.pane.values.GridState.Viewport;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;

/// Reads the visible cells, and half a page more on each side, in the background. Belongs to the FX
/// thread.
final class GridLoader {

  record Request(
      TensorSlice slice, CellFormat format, Optional<PairedElements> pair, CellRange block) {

    boolean includes(
        TensorSlice other,
        CellFormat otherFormat,
        Optional<PairedElements> otherPair,
        CellRange needed) {
      return slice == other
          && format.equals(otherFormat)
          && pair.equals(otherPair)
          && block.contains(needed.firstRow(), needed.firstColumn())
          && block.contains(needed.lastRow(), needed.lastColumn());
    }
  }

  final JobSlot<GridText> cells;
  private final JobSlot<Optional<String>> json;
  private final Messages messages;
  private final String title;
  private Optional<Request> requested = Optional.empty();
  private Optional<TensorData> requestedJson = Optional.empty();

  GridLoader(Jobs jobs, Messages messages) {
    this.messages = messages;
    title = messages.text("values.job.read");
    cells = new JobSlot<>(jobs);
    json = new JobSlot<>(jobs);
  }

  ObservableValue<Optional<String>> jsonProperty() {
    return json.resultProperty().map(read -> read.flatMap(Function.identity()));
  }

  Optional<GridText> textOf(TensorSlice slice) {
    return cells.resultProperty().get().filter(_ -> isOf(slice));
  }

  private boolean isOf(TensorSlice slice) {
    return requested.filter(last -> last.slice() == slice).isPresent();
  }

  void clear() {
    requested = Optional.empty();
    requestedJson = Optional.empty();
    cells.clear();
    json.clear();
  }

  /// Loads the JSON text of a tensor that may contain one, unless it is already loaded.
  void requireJson(TensorData data) {
    boolean isRequested = requestedJson.equals(Optional.of(data)) && !json.isStopped();
    if (JsonTensor.isPossible(data) && !isRequested) {
      requestedJson = Optional.of(data);
      json.start(title, (_, _) -> JsonTensor.read(data), _ -> {});
    }
  }

  /// Loads the visible cells, unless the latest request includes them.
  ///
  /// @param pair the tensor of the slice and another one; cells that differ are marked
  void require(TensorSlice slice, CellFormat format, Viewport view, Optional<PairedElements> pair) {
    CellRange needed = view.cells(slice, 0, 0);
    if (!cells.isStopped()
        && requested.filter(last -> last.includes(slice, format, pair, needed)).isPresent()) {
      return;
    }
    boolean isOther = !isOf(slice);
    CellRange block = view.cells(slice, view.wholeRows() / 2 + 1, view.wholeColumns() / 2 + 1);
    requested = Optional.of(new Request(slice, format, pair, block));
    if (isOther) {
      cells.clear();
    }
    cells.start(
        title,
        (cancellation, _) -> {
          SliceBlock own = read(slice, block);
          BitSet changed = pair.isPresent() ? changed(slice, own, pair.get(), block) : new BitSet();
          return GridText.of(own, changed, format, messages, cancellation);
        },
        _ -> {});
  }

  /// Returns the cells of a range that differ in the other tensor of a pair, as row-major indices.
  private static BitSet changed(
      TensorSlice slice, SliceBlock own, PairedElements pair, CellRange range) throws IOException {
    TensorData data = slice.data().equals(pair.a()) ? pair.b() : pair.a();
    SliceBlock other =
        read(
            slice.isFolded()
                ? TensorSlice.folded(data, slice.columnCount())
                : TensorSlice.of(data, slice.axes()),
            range);
    BitSet changed = new BitSet();
    for (int cell = 0; cell < own.rowCount() * own.columnCount(); cell++) {
      long row = own.firstRow() + cell / own.columnCount();
      long column = own.firstColumn() + cell % own.columnCount();
      changed.set(
          cell,
          own.isPresent(row, column)
              && other.isPresent(row, column)
              && PairedElements.isChanged(own, other, row, column));
    }
    return changed;
  }

  private static SliceBlock read(TensorSlice slice, CellRange block) throws IOException {
    int rowCount = (int) block.rowCount();
    return slice.read(block.firstRow(), block.firstColumn(), rowCount, (int) block.columnCount());
  }

  /// Byte tensors that contain a JSON text, as quantizers store their settings next to weights.
  static final class JsonTensor {

    /// Longer tensors are treated as numbers.
    static final int MAX_BYTES = 1 << 20;

    private static final int LINE_LIMIT = 20_000;
    private static final int MIN_BYTES = 2;

    private JsonTensor() {}

    /// Returns whether a tensor may contain JSON, according to the header.
    static boolean isPossible(TensorData data) {
      Dtype dtype = data.info().dtype();
      long byteCount = data.range().byteCount();
      return (dtype == Dtype.U8 || dtype == Dtype.I8)
          && data.isComplete()
          && byteCount >= MIN_BYTES
          && byteCount <= MAX_BYTES;
    }

    /// Returns the text, split into lines and safe to display; empty if the bytes are not a UTF-8
    /// JSON object or array. Trailing zeros are ignored.
    ///
    /// @param data must satisfy [#isPossible]
    static Optional<String> read(TensorData data) throws IOException {
      byte[] bytes =
          data.file().read(data.range().begin(), Math.toIntExact(data.range().byteCount()));
      int end = bytes.length;
      while (end > 0 && bytes[end - 1] == 0) {
        end--;
      }
      try {
        ByteBuffer text = ByteBuffer.wrap(bytes, 0, end);
        return EmbeddedJson.parse(StandardCharsets.UTF_8.newDecoder().decode(text).toString())
            .map(JsonForm.PRETTY::write)
            .map(
                json ->
                    json.lines()
                        .map(line -> DisplayText.of(line, LINE_LIMIT))
                        .collect(Collectors.joining("\n")));
      } catch (CharacterCodingException e) {
        return Optional.empty();
      }
    }
  }
}
