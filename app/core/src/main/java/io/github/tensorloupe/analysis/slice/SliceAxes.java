package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Shape;

/// The selection of a matrix from a tensor: the axes of its rows and columns, and the fixed indexes
/// of all other axes. Immutable.
///
/// @param rowAxis the axis whose index varies from row to row, or [#NONE] for a single row
/// @param columnAxis the axis whose index varies from column to column, or [#NONE] for a single
///   column
/// @param tiles two more axes, along which matrices are arranged as tiles; empty for a single
///   matrix
/// @param indexes one index per axis of the tensor; the constructor sets the indexes of the row,
///   column and tile axes to 0
public record SliceAxes(int rowAxis, int columnAxis, Optional<Tiles> tiles, List<Long> indexes) {

  /// The axes along which matrices are arranged as tiles.
  ///
  /// @param rowAxis the axis whose index varies from one row of tiles to the next
  /// @param columnAxis the axis whose index varies from one column of tiles to the next
  public record Tiles(int rowAxis, int columnAxis) {}

  /// The value of a missing row or column axis.
  public static final int NONE = -1;

  private static final int MAX_KERNEL_SIZE = 32;

  public SliceAxes {
    if (rowAxis < NONE
        || columnAxis < NONE
        || Math.max(rowAxis, columnAxis) >= indexes.size()
        || rowAxis == columnAxis && rowAxis != NONE) {
      throw new IllegalArgumentException(
          "axes %d and %d of %d".formatted(rowAxis, columnAxis, indexes.size()));
    }
    if (tiles.isPresent()) {
      Tiles tileAxes = tiles.get();
      if (IntStream.of(rowAxis, columnAxis, tileAxes.rowAxis, tileAxes.columnAxis)
                  .distinct()
                  .count()
              < 4
          || Math.min(tileAxes.rowAxis, tileAxes.columnAxis) < 0
          || Math.max(tileAxes.rowAxis, tileAxes.columnAxis) >= indexes.size()) {
        throw new IllegalArgumentException("tiles along " + tileAxes);
      }
    }
    List<Long> fixedIndexes = new ArrayList<>(indexes);
    for (int axis = 0; axis < fixedIndexes.size(); axis++) {
      if (!isFixed(axis, rowAxis, columnAxis, tiles)) {
        fixedIndexes.set(axis, 0L);
      }
    }
    indexes = List.copyOf(fixedIndexes);
  }

  /// Creates the axes of a single matrix.
  public SliceAxes(int rowAxis, int columnAxis, List<Long> indexes) {
    this(rowAxis, columnAxis, Optional.empty(), indexes);
  }

  /// Returns the axes for convolution kernels as tiles, arranged along the first two axes of the
  /// shape. Returns empty if the rank is not 4 or 5, or if the last two dimensions are not between
  /// 1 and 32.
  public static Optional<SliceAxes> ofTiles(Shape shape) {
    int rank = shape.rank();
    boolean areKernels =
        (rank == 4 || rank == 5)
            && IntStream.of(rank - 2, rank - 1)
                .mapToLong(shape::dimension)
                .allMatch(length -> length >= 1 && length <= MAX_KERNEL_SIZE);
    if (!areKernels) {
      return Optional.empty();
    }
    Optional<Tiles> tiles = Optional.of(new Tiles(0, 1));
    return Optional.of(new SliceAxes(rank - 2, rank - 1, tiles, Collections.nCopies(rank, 0L)));
  }

  /// Returns the last two axes, with all other axes fixed at 0. A vector is a single row, a scalar
  /// a single cell.
  public static SliceAxes ofLast(Shape shape) {
    int rank = shape.rank();
    return new SliceAxes(
        Math.max(NONE, rank - 2), Math.max(NONE, rank - 1), Collections.nCopies(rank, 0L));
  }

  /// Returns these axes with rows and columns exchanged.
  public SliceAxes transposed() {
    return new SliceAxes(
        columnAxis, rowAxis, tiles.map(axes -> new Tiles(axes.columnAxis, axes.rowAxis)), indexes);
  }

  /// Returns these axes with a new index for a fixed axis.
  ///
  /// @throws IllegalArgumentException if the axis is not fixed
  public SliceAxes at(int axis, long index) {
    if (!isFixed(axis)) {
      throw new IllegalArgumentException("axis " + axis + " is not held");
    }
    List<Long> changed = new ArrayList<>(indexes);
    changed.set(axis, index);
    return new SliceAxes(rowAxis, columnAxis, tiles, changed);
  }

  /// Returns these axes with all fixed axes at the indexes of an element.
  public SliceAxes fixedAt(ElementPosition element) {
    return new SliceAxes(
        rowAxis, columnAxis, tiles, Arrays.stream(element.indexes()).boxed().toList());
  }

  public boolean isFixed(int axis) {
    return isFixed(axis, rowAxis, columnAxis, tiles);
  }

  private static boolean isFixed(int axis, int rowAxis, int columnAxis, Optional<Tiles> tiles) {
    return axis != rowAxis
        && axis != columnAxis
        && tiles
            .filter(tileAxes -> axis == tileAxes.rowAxis || axis == tileAxes.columnAxis)
            .isEmpty();
  }

  /// Returns the axes for tiles or for a single matrix that contain an element. Returns this object
  /// if tiles are requested and the shape does not describe convolution kernels.
  public SliceAxes tiled(boolean isTiled, Shape shape, ElementPosition element) {
    return isTiled
        ? ofTiles(shape).map(axes -> axes.fixedAt(element)).orElse(this)
        : new SliceAxes(rowAxis, columnAxis, indexes).fixedAt(element);
  }

  /// Returns the Python notation, such as `[3, :, :, 0]`. It does not distinguish between row and
  /// column axes.
  public String text() {
    List<String> parts = new ArrayList<>();
    for (int axis = 0; axis < indexes.size(); axis++) {
      parts.add(isFixed(axis) ? Long.toString(indexes.get(axis)) : ":");
    }
    return "[" + String.join(", ", parts) + "]";
  }
}
