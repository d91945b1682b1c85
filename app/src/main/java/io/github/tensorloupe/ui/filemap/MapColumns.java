package io.github.tensorloupe.ui.filemap;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.ui.selection.HealthMarks;
import io.github.tensorloupe.work.Cancellation;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// What the map of a file shows, column by column. Immutable; made beside the FX thread.
final class MapColumns {

  private static final int NO_TENSOR = -1;
  private static final int CHECK_EVERY = 4096;

  private final TensorFile file;
  private final MapScale scale;
  private final ColumnKind[] kinds;
  private final int[] tensors;
  private final BitSet edges = new BitSet();
  private final BitSet holes = new BitSet();

  private MapColumns(TensorFile file, MapScale scale) {
    this.file = file;
    this.scale = scale;
    this.kinds = new ColumnKind[scale.columnCount()];
    this.tensors = new int[scale.columnCount()];
    Arrays.fill(kinds, ColumnKind.UNCLAIMED);
    Arrays.fill(tensors, NO_TENSOR);
  }

  /// The columns of a file. Takes time in proportion to the number of its tensors.
  ///
  /// @param firstTensor the index of the file's first tensor in the checkpoint
  /// @param marks what is wrong with the tensors of the checkpoint, as far as it is known
  /// @param holes ranges of the file that hold nothing but zeros
  static MapColumns of(
      TensorFile file,
      int firstTensor,
      HealthMarks marks,
      List<ByteRange> holes,
      int columnCount,
      Cancellation cancellation) {
    MapColumns columns = new MapColumns(file, MapScale.of(file, columnCount));
    List<TensorInfo> infos = file.header().tensors();
    for (int i = 0; i < infos.size(); i++) {
      if (i % CHECK_EVERY == 0) {
        cancellation.check();
      }
      Optional<TensorData> data = file.data(infos.get(i));
      if (data.isPresent()) {
        columns.add(i, data.get().range(), ColumnKind.of(marks, firstTensor + i));
      }
    }
    columns.addHeader();
    holes.forEach(
        hole ->
            columns.holes.set(columns.column(hole.begin()), columns.column(hole.end() - 1) + 1));
    return columns;
  }

  private int column(long byteOffset) {
    return scale.column(byteOffset);
  }

  private void add(int tensor, ByteRange range, ColumnKind kind) {
    if (range.byteCount() == 0) {
      return;
    }
    int first = column(range.begin());
    int last = column(range.end() - 1);
    for (int column = first; column <= last; column++) {
      if (tensors[column] == NO_TENSOR || kind.compareTo(kinds[column]) > 0) {
        kinds[column] = kind;
        tensors[column] = tensor;
      }
    }
    edges.set(first);
  }

  private void addHeader() {
    long end = file.reading().dataStart().orElse(scale.fileLength());
    boolean parsed = file.reading().headerParsed();
    for (int column = 0; end > 0 && column <= column(end - 1); column++) {
      if (kinds[column].compareTo(ColumnKind.HEADER) < 0 && parsed) {
        kinds[column] = ColumnKind.HEADER;
      }
    }
    Arrays.fill(kinds, scale.firstMissing(), kinds.length, ColumnKind.MISSING);
  }

  TensorFile file() {
    return file;
  }

  MapScale scale() {
    return scale;
  }

  int count() {
    return kinds.length;
  }

  /// What a column stands for: the most important of what is in it.
  ColumnKind kind(int column) {
    return kinds[column];
  }

  /// The tensor that gives a column its kind, as an index in the file's header.
  Optional<TensorInfo> tensor(int column) {
    return tensors[column] == NO_TENSOR
        ? Optional.empty()
        : Optional.of(file.header().tensors().get(tensors[column]));
  }

  /// Whether a tensor begins in a column.
  boolean isEdge(int column) {
    return edges.get(column);
  }

  /// Whether bytes of a hole are in a column.
  boolean isHole(int column) {
    return holes.get(column);
  }
}
