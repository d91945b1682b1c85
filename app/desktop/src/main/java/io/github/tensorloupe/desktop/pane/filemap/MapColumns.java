package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The map of a file, column by column. Immutable; created in the background.
public final class MapColumns {

  private static final int NO_TENSOR = -1;
  private static final int CHECK_EVERY = 4096;

  private final TensorFile file;
  private final MapScale scale;
  private final ColumnKind[] kinds;
  private final int[] tensors;
  private final int[] main;
  private final long[] mainBytes;
  private final int[] groups;
  private final BitSet edges = new BitSet();
  private final BitSet holes = new BitSet();
  private final BitSet gaps = new BitSet();
  private final BitSet absent = new BitSet();

  private MapColumns(TensorFile file, MapScale scale) {
    this.file = file;
    this.scale = scale;
    this.kinds = new ColumnKind[scale.columnCount()];
    this.tensors = new int[scale.columnCount()];
    this.main = new int[scale.columnCount()];
    this.mainBytes = new long[scale.columnCount()];
    this.groups = new int[scale.columnCount()];
    Arrays.fill(kinds, ColumnKind.UNCLAIMED);
    Arrays.fill(tensors, NO_TENSOR);
    Arrays.fill(main, NO_TENSOR);
  }

  /// Creates the columns of a file. Takes time linear in the number of its tensors.
  public static MapColumns of(Source source, MapScale scale, Cancellation cancellation) {
    MapColumns columns = new MapColumns(source.file(), scale);
    List<TensorInfo> infos = source.file().header().tensors();
    long covered = source.file().reading().dataStart().orElse(0);
    for (int i = 0; i < infos.size(); i++) {
      if (i % CHECK_EVERY == 0) {
        cancellation.check();
      }
      Optional<TensorData> data = source.file().data(infos.get(i));
      if (data.isPresent() && data.get().range().byteCount() > 0) {
        ByteRange range = data.get().range();
        columns.add(i, range, ColumnKind.of(source.marks(), source.firstTensor() + i));
        columns.addBetween(covered, range);
        covered = Math.max(covered, range.end());
      }
    }
    columns.addHeader();
    source.holes().forEach(hole -> columns.mark(columns.holes, hole));
    columns.countGroups(source);
    columns.addAbsent();
    return columns;
  }

  private void addAbsent() {
    long length = file.bytes().length();
    for (int column = 0; column < kinds.length; column++) {
      ByteRange all = scale.bytes(column);
      if (all.begin() < length) {
        ByteRange there = new ByteRange(all.begin(), Math.min(length, all.end()));
        absent.set(column, file.bytes().missingByteCount(List.of(there)) > 0);
      }
    }
  }

  private void add(int tensor, ByteRange range, ColumnKind kind) {
    if (!scale.shows(range)) {
      return;
    }
    int first = scale.column(range.begin());
    for (int column = first; column <= scale.lastColumn(range); column++) {
      if (tensors[column] == NO_TENSOR || kind.compareTo(kinds[column]) > 0) {
        kinds[column] = kind;
        tensors[column] = tensor;
      }
      long bytes = bytesIn(column, range);
      if (main[column] == NO_TENSOR || bytes > mainBytes[column]) {
        main[column] = tensor;
        mainBytes[column] = bytes;
      }
    }
    if (scale.shows(range.begin())) {
      edges.set(first);
    }
  }

  private long bytesIn(int column, ByteRange range) {
    long end =
        column + 1 < kinds.length ? scale.begin(column + 1) : scale.begin() + scale.shownLength();
    return Math.min(end, range.end()) - Math.max(scale.begin(column), range.begin());
  }

  /// Marks the gap before a range, or its overlap with earlier tensors. Tensors are added in the
  /// order of their first bytes, so that no later tensor can fill a gap.
  private void addBetween(long covered, ByteRange range) {
    if (range.begin() > covered) {
      mark(gaps, new ByteRange(covered, range.begin()));
    } else if (range.begin() < covered) {
      ByteRange twice = new ByteRange(range.begin(), Math.min(covered, range.end()));
      if (scale.shows(twice)) {
        int first = scale.column(twice.begin());
        Arrays.fill(kinds, first, scale.lastColumn(twice) + 1, ColumnKind.OVERLAP);
      }
    }
  }

  private void mark(BitSet marks, ByteRange range) {
    if (range.byteCount() > 0 && scale.shows(range)) {
      marks.set(scale.column(range.begin()), scale.lastColumn(range) + 1);
    }
  }

  private void addHeader() {
    ByteRange header = new ByteRange(0, file.reading().dataStart().orElse(scale.fileLength()));
    boolean shown = file.reading().headerParsed() && header.end() > scale.begin();
    for (int column = 0; shown && column <= scale.lastColumn(header); column++) {
      if (kinds[column].compareTo(ColumnKind.HEADER) < 0) {
        kinds[column] = ColumnKind.HEADER;
      }
      if (bytesIn(column, header) > mainBytes[column]) {
        main[column] = NO_TENSOR;
      }
    }
    Arrays.fill(kinds, scale.firstMissing(), kinds.length, ColumnKind.MISSING);
  }

  /// Numbers the groups that determine the colors, in the order of their first columns. The group
  /// of a tensor is the largest one around it with at most half of all bytes.
  private void countGroups(Source source) {
    NameTree tree = source.tree();
    double half = tree.totalBytes() / 2;
    Map<Integer, Integer> ranks = new HashMap<>();
    for (int column = 0; column < groups.length; column++) {
      if (main[column] != NO_TENSOR) {
        int group = tree.nodeOf(source.firstTensor() + main[column]);
        for (int above = group; above >= 0 && tree.byteCount(above) <= half; ) {
          group = above;
          above = tree.parent(above);
        }
        groups[column] = group < 0 ? 0 : ranks.computeIfAbsent(group, _ -> ranks.size());
      }
    }
  }

  /// Returns the columns with bytes of a node or its descendants. Takes time linear in the number
  /// of descendants.
  ///
  /// @param tensors the tensors of the checkpoint; tensors in other files have no columns
  public BitSet columnsOf(
      NameTree tree, int node, List<TensorRef> tensors, Cancellation cancellation) {
    BitSet columns = new BitSet();
    for (int at = node; at < tree.subtreeEnd(node); at++) {
      if (at % CHECK_EVERY == 0) {
        cancellation.check();
      }
      if (tree.tensor(at) != NameTree.NO_TENSOR) {
        TensorRef tensor = tensors.get(tree.tensor(at));
        Optional<TensorData> data = tensor.file() == file ? tensor.data() : Optional.empty();
        data.ifPresent(here -> mark(columns, here.range()));
      }
    }
    return columns;
  }

  public TensorFile file() {
    return file;
  }

  public MapScale scale() {
    return scale;
  }

  public int count() {
    return kinds.length;
  }

  public ColumnKind kind(int column) {
    return kinds[column];
  }

  public Optional<TensorInfo> tensor(int column) {
    return info(tensors[column]);
  }

  /// Returns the tensor with the most bytes in a column; empty if there is none, the header has
  /// more, or the bytes are missing.
  public Optional<TensorInfo> mainTensor(int column) {
    return kinds[column] == ColumnKind.MISSING ? Optional.empty() : info(main[column]);
  }

  private Optional<TensorInfo> info(int tensor) {
    return tensor == NO_TENSOR
        ? Optional.empty()
        : Optional.of(file.header().tensors().get(tensor));
  }

  /// Returns the number of the group of [#mainTensor(int)], from 0.
  public int group(int column) {
    return groups[column];
  }

  public boolean isEdge(int column) {
    return edges.get(column);
  }

  /// Returns true if a column contains bytes of a hole.
  public boolean isHole(int column) {
    return holes.get(column);
  }

  /// Returns true if bytes of a column had not been fetched from the server when the map was
  /// created.
  public boolean isNotFetched(int column) {
    return absent.get(column);
  }

  /// Returns true if a column contains bytes between tensors that belong to no tensor.
  public boolean isGap(int column) {
    return gaps.get(column);
  }

  /// The source of a map.
  ///
  /// @param firstTensor the index of the file's first tensor in the checkpoint
  /// @param tree the name tree of the checkpoint
  /// @param marks the known problems of the tensors of the checkpoint
  /// @param holes ranges of the file that contain only zeros
  public record Source(
      TensorFile file, int firstTensor, NameTree tree, HealthMarks marks, List<ByteRange> holes) {}

  /// The content of a column of the map, in ascending order of importance.
  public enum ColumnKind {
    /// Bytes of no tensor.
    UNCLAIMED,
    /// A scanned tensor without problems.
    HEALTHY,
    /// A tensor that has not been scanned.
    UNKNOWN,
    HEADER,
    /// A tensor whose worst issue is informational.
    NOTE,
    /// A tensor whose worst issue is a warning.
    WARNING,
    /// A tensor whose worst issue is an error.
    ERROR,
    /// Bytes claimed by several tensors.
    OVERLAP,
    /// Expected bytes after the end of the file.
    MISSING;

    /// @param tensor the index of the tensor in the checkpoint
    static ColumnKind of(HealthMarks marks, int tensor) {
      return marks
          .worst(tensor)
          .filter(issue -> !issue.isHarmless())
          .map(
              issue ->
                  switch (issue.severity()) {
                    case ERROR -> ERROR;
                    case WARNING -> WARNING;
                    case INFO -> NOTE;
                  })
          .orElse(marks.isScanned(tensor) ? HEALTHY : UNKNOWN);
    }
  }
}
