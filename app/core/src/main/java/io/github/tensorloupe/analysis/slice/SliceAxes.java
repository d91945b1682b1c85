package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Shape;

/// The axes of a tensor that are the rows and the columns of a matrix, and the fixed indexes of the
/// other axes. Immutable.
///
/// @param rowAxis the axis that goes down, or [#NONE] for a single row
/// @param columnAxis the axis that goes to the right, or [#NONE] for a single column
/// @param tiles two more axes, along which such matrices are laid out as tiles; empty for a single
///   matrix
/// @param indexes an index for every axis of the tensor; the indexes of the axes above are ignored
///   and set to 0
public record SliceAxes(int rowAxis, int columnAxis, Optional<Tiles> tiles, List<Long> indexes) {

  /// Axes along which matrices are laid out as tiles.
  ///
  /// @param rowAxis the axis from tile to tile downwards
  /// @param columnAxis the axis from tile to tile to the right
  public record Tiles(int rowAxis, int columnAxis) {}

  /// Represents an axis that the tensor does not have.
  public static final int NONE = -1;

  /// The maximum width and height of a convolution kernel.
  private static final int MAX_KERNEL_SIZE = 32;

  public SliceAxes {
    if (rowAxis < NONE || columnAxis < NONE || Math.max(rowAxis, columnAxis) >= indexes.size()) {
      throw new IllegalArgumentException(
          "axes %d and %d of %d".formatted(rowAxis, columnAxis, indexes.size()));
    }
    if (rowAxis == columnAxis && rowAxis != NONE) {
      throw new IllegalArgumentException("axis " + rowAxis + " cannot go both ways");
    }
    if (tiles.isPresent()) {
      Tiles found = tiles.get();
      if (IntStream.of(rowAxis, columnAxis, found.rowAxis, found.columnAxis).distinct().count() < 4
          || Math.min(found.rowAxis, found.columnAxis) < 0
          || Math.max(found.rowAxis, found.columnAxis) >= indexes.size()) {
        throw new IllegalArgumentException("tiles along " + found);
      }
    }
    List<Long> held = new ArrayList<>(indexes);
    for (int axis = 0; axis < held.size(); axis++) {
      if (!isFixed(axis, rowAxis, columnAxis, tiles)) {
        held.set(axis, 0L);
      }
    }
    indexes = List.copyOf(held);
  }

  /// Creates the axes of a single matrix.
  public SliceAxes(int rowAxis, int columnAxis, List<Long> indexes) {
    this(rowAxis, columnAxis, Optional.empty(), indexes);
  }

  /// Returns the initial axes for a shape: for convolution kernels, all axes, as tiles; for kernels
  /// of a single element, the first two axes; otherwise the last two.
  public static SliceAxes defaultFor(Shape shape) {
    int rank = shape.rank();
    List<Long> indexes = Collections.nCopies(rank, 0L);
    boolean areSingle =
        rank > 2
            && shape.dimension(0) * shape.dimension(1) > 1
            && IntStream.range(2, rank).allMatch(axis -> shape.dimension(axis) == 1);
    return areSingle ? new SliceAxes(0, 1, indexes) : ofTiles(shape).orElseGet(() -> ofLast(shape));
  }

  /// Returns the axes of kernels as tiles, the first axis downwards and the second axis to the
  /// right, or empty if the last two axes are not axes of kernels.
  public static Optional<SliceAxes> ofTiles(Shape shape) {
    int rank = shape.rank();
    boolean areKernels =
        (rank == 4 || rank == 5)
            && IntStream.of(rank - 2, rank - 1)
                .mapToLong(shape::dimension)
                .allMatch(length -> length >= 1 && length <= MAX_KERNEL_SIZE);
    return areKernels
        ? Optional.of(
            new SliceAxes(
                rank - 2, rank - 1, Optional.of(new Tiles(0, 1)), Collections.nCopies(rank, 0L)))
        : Optional.empty();
  }

  /// Returns the last two axes, with the others fixed at 0. A vector is one row, a scalar one cell.
  public static SliceAxes ofLast(Shape shape) {
    int rank = shape.rank();
    return new SliceAxes(
        Math.max(NONE, rank - 2), Math.max(NONE, rank - 1), Collections.nCopies(rank, 0L));
  }

  /// Returns these axes with rows and columns exchanged.
  public SliceAxes transposed() {
    return new SliceAxes(
        columnAxis,
        rowAxis,
        tiles.map(found -> new Tiles(found.columnAxis, found.rowAxis)),
        indexes);
  }

  /// Returns these axes with another index of one of the fixed axes.
  ///
  /// @param axis a fixed axis
  public SliceAxes at(int axis, long index) {
    if (!isFixed(axis)) {
      throw new IllegalArgumentException("axis " + axis + " is not held");
    }
    List<Long> changed = new ArrayList<>(indexes);
    changed.set(axis, index);
    return new SliceAxes(rowAxis, columnAxis, tiles, changed);
  }

  /// Returns these axes with the other axes fixed at the indexes of an element.
  public SliceAxes through(ElementPosition element) {
    return new SliceAxes(
        rowAxis, columnAxis, tiles, Arrays.stream(element.indexes()).boxed().toList());
  }

  /// Returns a single matrix with another axis as rows or as columns. If the axis is already shown
  /// in the other direction, exchanges both.
  public SliceAxes showing(int axis, boolean asRows) {
    int replaced = asRows ? rowAxis : columnAxis;
    int other = asRows ? columnAxis : rowAxis;
    int remainingAxis = other == axis ? replaced : other;
    return new SliceAxes(asRows ? axis : remainingAxis, asRows ? remainingAxis : axis, indexes);
  }

  public boolean isFixed(int axis) {
    return isFixed(axis, rowAxis, columnAxis, tiles);
  }

  private static boolean isFixed(int axis, int rowAxis, int columnAxis, Optional<Tiles> tiles) {
    return axis != rowAxis
        && axis != columnAxis
        && tiles.filter(it -> axis == it.rowAxis || axis == it.columnAxis).isEmpty();
  }

  /// Returns tiles, or the single matrix that contains an element. Returns this object if the axes
  /// cannot be tiles.
  public SliceAxes tiled(boolean asTiles, Shape shape, ElementPosition element) {
    return asTiles
        ? ofTiles(shape).map(axes -> axes.through(element)).orElse(this)
        : new SliceAxes(rowAxis, columnAxis, indexes).through(element);
  }

  /// Returns the usual notation, such as `[3, :, :, 0]`, which does not show which axis is the
  /// rows.
  public String text() {
    List<String> parts = new ArrayList<>();
    for (int axis = 0; axis < indexes.size(); axis++) {
      parts.add(isFixed(axis) ? Long.toString(indexes.get(axis)) : ":");
    }
    return "[" + String.join(", ", parts) + "]";
  }
}
