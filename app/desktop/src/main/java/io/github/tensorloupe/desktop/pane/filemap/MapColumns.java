package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthMarks;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// The map of a file, column by column. Immutable; made beside the FX thread.
final class MapColumns {

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

  /// The columns of a file. Takes time in proportion to the number of its tensors.
  ///
  /// @param scale of the source's file
  static MapColumns of(Source source, MapScale scale, Cancellation cancellation) {
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
    return columns;
  }

  private int column(long byteOffset) {
    return scale.column(byteOffset);
  }

  private void add(int tensor, ByteRange range, ColumnKind kind) {
    if (!scale.shows(range)) {
      return;
    }
    int first = column(range.begin());
    int last = scale.lastColumn(range);
    for (int column = first; column <= last; column++) {
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
    long begin = scale.begin(column);
    long end =
        column + 1 < kinds.length ? scale.begin(column + 1) : scale.begin() + scale.shownLength();
    return Math.min(end, range.end()) - Math.max(begin, range.begin());
  }

  /// Tensors come by their first bytes, so that whatever is not covered yet stays uncovered, and
  /// what is covered already is so twice.
  private void addBetween(long covered, ByteRange range) {
    if (range.begin() > covered) {
      mark(gaps, new ByteRange(covered, range.begin()));
    } else if (range.begin() < covered) {
      ByteRange twice = new ByteRange(range.begin(), Math.min(covered, range.end()));
      if (scale.shows(twice)) {
        Arrays.fill(kinds, column(twice.begin()), scale.lastColumn(twice) + 1, ColumnKind.OVERLAP);
      }
    }
  }

  private void mark(BitSet marks, ByteRange range) {
    if (range.byteCount() > 0 && scale.shows(range)) {
      marks.set(column(range.begin()), scale.lastColumn(range) + 1);
    }
  }

  private void addHeader() {
    long end = file.reading().dataStart().orElse(scale.fileLength());
    boolean parsed = file.reading().headerParsed();
    boolean shown = end > scale.begin();
    for (int column = 0; shown && column <= scale.lastColumn(new ByteRange(0, end)); column++) {
      if (kinds[column].compareTo(ColumnKind.HEADER) < 0 && parsed) {
        kinds[column] = ColumnKind.HEADER;
      }
      long headerBytes = bytesIn(column, new ByteRange(0, end));
      if (parsed && headerBytes > mainBytes[column]) {
        main[column] = NO_TENSOR;
      }
    }
    Arrays.fill(kinds, scale.firstMissing(), kinds.length, ColumnKind.MISSING);
  }

  private void countGroups(Source source) {
    GroupRanks ranks = new GroupRanks(source.tree());
    for (int column = 0; column < groups.length; column++) {
      if (main[column] != NO_TENSOR) {
        groups[column] = ranks.of(source.firstTensor() + main[column]);
      }
    }
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

  ColumnKind kind(int column) {
    return kinds[column];
  }

  /// The tensor that gives a column its kind.
  Optional<TensorInfo> tensor(int column) {
    return info(tensors[column]);
  }

  /// The tensor that most of a column's bytes are of; empty where most are of none.
  Optional<TensorInfo> mainTensor(int column) {
    return kinds[column] == ColumnKind.MISSING ? Optional.empty() : info(main[column]);
  }

  private Optional<TensorInfo> info(int tensor) {
    return tensor == NO_TENSOR
        ? Optional.empty()
        : Optional.of(file.header().tensors().get(tensor));
  }

  /// The number of the group of [#mainTensor(int)], from 0.
  int group(int column) {
    return groups[column];
  }

  /// True if a tensor begins in a column.
  boolean isEdge(int column) {
    return edges.get(column);
  }

  /// True if bytes of a hole are in a column.
  boolean isHole(int column) {
    return holes.get(column);
  }

  /// True if bytes between tensors that belong to none are in a column.
  boolean isGap(int column) {
    return gaps.get(column);
  }

  /// Numbers the groups that tell something apart: of the groups that a tensor is in, the largest
  /// that holds no more than half of all bytes.
  private static final class GroupRanks {

    private final NameTree tree;
    private final double half;
    private final Map<Integer, Integer> ranks = new HashMap<>();

    GroupRanks(NameTree tree) {
      this.tree = tree;
      double total = 0;
      for (int top = 0; top < tree.size(); top = tree.subtreeEnd(top)) {
        total += tree.byteCount(top);
      }
      half = total / 2;
    }

    /// The number of a tensor's group, counted as they are asked for.
    ///
    /// @param tensor its index in the checkpoint
    int of(int tensor) {
      int group = tree.nodeOf(tensor);
      for (int above = group; above >= 0 && tree.byteCount(above) <= half; ) {
        group = above;
        above = tree.parent(above);
      }
      return group < 0 ? 0 : ranks.computeIfAbsent(group, _ -> ranks.size());
    }
  }

  /// The source of a map.
  ///
  /// @param file that is shown
  /// @param firstTensor the index of the file's first tensor in the checkpoint
  /// @param tree of the checkpoint
  /// @param marks what is wrong with the tensors of the checkpoint, as far as it is known
  /// @param holes ranges of the file that hold nothing but zeros
  record Source(
      TensorFile file, int firstTensor, NameTree tree, HealthMarks marks, List<ByteRange> holes) {}

  /// The content of a column of the map, the more important last.
  enum ColumnKind {
    /// Bytes of no tensor.
    UNCLAIMED,
    /// A tensor that was scanned and is fine.
    HEALTHY,
    /// A tensor that was not scanned.
    UNKNOWN,
    HEADER,
    /// A tensor with something remarkable.
    NOTE,
    /// A tensor with something odd.
    WARNING,
    /// A tensor with something wrong.
    ERROR,
    /// Bytes that several tensors claim.
    OVERLAP,
    /// Bytes that should be there and are not.
    MISSING;

    /// The kind of a tensor.
    ///
    /// @param tensor its index in the checkpoint
    static ColumnKind of(HealthMarks marks, int tensor) {
      return marks
          .worst(tensor)
          .filter(issue -> !issue.isUsual())
          .map(issue -> of(issue.severity()))
          .orElse(marks.isScanned(tensor) ? HEALTHY : UNKNOWN);
    }

    private static ColumnKind of(Severity severity) {
      return switch (severity) {
        case ERROR -> ERROR;
        case WARNING -> WARNING;
        case INFO -> NOTE;
      };
    }
  }
}
