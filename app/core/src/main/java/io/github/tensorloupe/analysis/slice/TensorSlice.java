package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.analysis.slice.Strides.Level;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.model.TensorData;

/// A two-dimensional view of a tensor, defined by [SliceAxes]. Elements are read on request.
/// Immutable and thread-safe. Valid while the file is open.
///
/// In a truncated tensor, cells beyond the end of the file exist, but are not present.
public final class TensorSlice {

  /// The position of a cell in the matrix; row and column start at 0.
  public record Cell(long row, long column) {}

  private final TensorData data;
  private final SliceAxes axes;
  private final ElementType type;
  private final Shape shape;
  private final long rowCount;
  private final long columnCount;
  private final Strides rowStrides;
  private final Strides columnStrides;
  private final long firstElement;
  private final long elementCount;
  private final long presentElements;
  private final long perLine;

  private TensorSlice(TensorData data, SliceAxes axes, long perLine) {
    this.data = data;
    this.axes = axes;
    this.perLine = perLine;
    type = ElementType.of(data.info().dtype());
    shape = data.info().shape();
    long[] strides = new long[shape.rank()];
    long first = 0;
    long stride = 1;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      strides[axis] = stride;
      first += axes.indexes().get(axis) * stride;
      stride *= shape.dimension(axis);
    }
    firstElement = first;
    elementCount = shape.elementCount().orElseThrow();
    presentElements = data.elementCount();
    Level columns = level(strides, axes.columnAxis(), new Level(1, 1));
    Level rows = level(strides, axes.rowAxis(), new Level(1, columns.count()));
    if (axes.tiles().isPresent()) {
      Level tilesDown = level(strides, axes.tiles().get().rowAxis(), rows);
      Level tilesRight = level(strides, axes.tiles().get().columnAxis(), columns);
      List<Level> lines = lines(tilesDown);
      rowStrides = Strides.of(lines.getFirst(), rows);
      columnStrides = Strides.of(lines.getLast(), tilesRight, columns);
    } else if (perLine > 0) {
      List<Level> lines = lines(columns);
      rowStrides = Strides.of(lines.getFirst());
      columnStrides = Strides.of(lines.getLast());
    } else {
      rowStrides = Strides.of(rows);
      columnStrides = Strides.of(columns);
    }
    rowCount = elementCount == 0 ? 0 : rowStrides.count();
    columnCount = elementCount == 0 ? 0 : columnStrides.count();
  }

  private Level level(long[] strides, int axis, Level none) {
    return axis == SliceAxes.NONE ? none : new Level(shape.dimension(axis), strides[axis]);
  }

  /// Divides an axis into lines: the first level is the sequence of lines, the second is one line.
  private List<Level> lines(Level whole) {
    return perLine == 0
        ? List.of(whole, new Level(1, whole.stride()))
        : List.of(
            new Level(Math.ceilDiv(whole.count(), perLine), whole.stride() * perLine),
            new Level(perLine, whole.stride()));
  }

  /// Returns the slice of a tensor with the given axes.
  ///
  /// @param data a tensor for which [#hasValidElementCount] returns true
  /// @param axes axes for the rank of the tensor
  /// @throws IllegalArgumentException if a fixed index is outside the shape
  public static TensorSlice of(TensorData data, SliceAxes axes) {
    Shape shape = data.info().shape();
    requirePossible(data.info());
    if (axes.indexes().size() != shape.rank()) {
      throw new IllegalArgumentException(axes.text() + " of a tensor of shape " + shape);
    }
    for (int axis = 0; axis < shape.rank(); axis++) {
      long index = axes.indexes().get(axis);
      boolean isOutside = index > 0 && Long.compareUnsigned(index, shape.dimension(axis)) >= 0;
      if (index < 0 || isOutside) {
        throw new IllegalArgumentException(axes.text() + " is outside of the shape " + shape);
      }
    }
    return new TensorSlice(data, axes, 0);
  }

  /// Returns the slice of the last two axes, with all other axes fixed at 0.
  public static TensorSlice of(TensorData data) {
    return of(data, SliceAxes.ofLast(data.info().shape()));
  }

  /// Returns a vector folded into rows of equal length. The last row may have cells without an
  /// element, which are not present.
  ///
  /// @param data a tensor with one axis
  /// @param columnCount the number of elements per row, at least 1
  public static TensorSlice folded(TensorData data, long columnCount) {
    Shape shape = data.info().shape();
    requirePossible(data.info());
    if (shape.rank() != 1 || columnCount < 1) {
      throw new IllegalArgumentException("shape " + shape + " in rows of " + columnCount);
    }
    return new TensorSlice(data, SliceAxes.ofLast(shape), columnCount);
  }

  /// Returns a slice with the axes of this slice and tiles in lines of equal length. The last line
  /// may have cells that do not exist.
  ///
  /// @param tileRows the number of indexes of the row axis of the tiles per line, at least 1
  public TensorSlice inLines(long tileRows) {
    return new TensorSlice(data, axes, tileRows);
  }

  /// Returns true if this slice is a vector that is folded into several rows.
  public boolean isFolded() {
    return shape.rank() == 1 && axes.rowAxis() == SliceAxes.NONE && rowCount > 1;
  }

  public boolean isInLines() {
    return perLine > 0 && axes.tiles().isPresent();
  }

  /// Returns the length of a line: in elements for a folded vector, otherwise in indexes of the row
  /// axis of the tiles; 0 if the slice is not divided into lines.
  public long perLine() {
    return perLine;
  }

  /// Returns the slice with the axes of this slice that contains an element.
  ///
  /// @param elementIndex the row-major index within the tensor
  public TensorSlice containing(long elementIndex) {
    return cellOf(elementIndex).isPresent()
        ? this
        : new TensorSlice(
            data, axes.fixedAt(new ElementPosition(data.info(), elementIndex)), perLine);
  }

  /// Returns this slice with a new index for a fixed axis, or empty if the axis is not fixed or
  /// already has this index.
  ///
  /// @param index the index, clamped to the valid range
  public Optional<TensorSlice> at(int axis, long index) {
    if (axis >= axes.indexes().size() || !axes.isFixed(axis)) {
      return Optional.empty();
    }
    long nearest = Math.clamp(index, 0, shape.dimension(axis) - 1);
    return Optional.of(axes.at(axis, nearest))
        .filter(moved -> !moved.equals(axes))
        .map(moved -> new TensorSlice(data, moved, perLine));
  }

  private static void requirePossible(TensorInfo info) {
    if (!hasValidElementCount(info)) {
      throw new IllegalArgumentException("shape " + info.shape() + " has too many elements");
    }
  }

  /// Returns true if the number of elements fits in a `long`. Only broken headers declare more.
  public static boolean hasValidElementCount(TensorInfo info) {
    OptionalLong count = info.shape().elementCount();
    return count.isPresent() && count.getAsLong() >= 0;
  }

  public TensorData data() {
    return data;
  }

  public SliceAxes axes() {
    return axes;
  }

  public ElementType type() {
    return type;
  }

  /// Returns the number of rows; 0 if the tensor is empty.
  public long rowCount() {
    return rowCount;
  }

  /// Returns the number of columns; 0 if the tensor is empty.
  public long columnCount() {
    return columnCount;
  }

  /// Returns the number of leading elements of the tensor that are in the file.
  public long presentElementCount() {
    return presentElements;
  }

  public Strides rowStrides() {
    return rowStrides;
  }

  public Strides columnStrides() {
    return columnStrides;
  }

  /// Returns the number of columns of a tile, or of the slice if it has no tiles.
  public long tileWidth() {
    return axes.tiles().isPresent() ? shape.dimension(axes.columnAxis()) : columnCount;
  }

  /// Returns the number of rows of a tile, or of the slice if it has no tiles.
  public long tileHeight() {
    return axes.tiles().isPresent() ? shape.dimension(axes.rowAxis()) : rowCount;
  }

  /// Returns the row-major index, within the tensor, of the element in a cell. The index of a cell
  /// that does not exist is beyond the last element.
  public long elementIndex(long row, long column) {
    return firstElement + rowStrides.offset(row) + columnStrides.offset(column);
  }

  /// Returns true if a cell has an element. Only cells at the end of a slice that is divided into
  /// lines have none.
  public boolean exists(long row, long column) {
    return Long.compareUnsigned(elementIndex(row, column), elementCount) < 0;
  }

  public boolean isPresent(long row, long column) {
    return presentFrom(elementIndex(row, column), 1, 1) > 0;
  }

  /// Returns the number of elements of a regular sequence that are in the file.
  ///
  /// @param elementIndex the index of the first element
  /// @param step the difference between consecutive indexes
  /// @param count the length of the sequence
  public int presentFrom(long elementIndex, long step, int count) {
    // Indexes beyond the last element of a folded vector may exceed Long.MAX_VALUE.
    return Long.compareUnsigned(elementIndex, presentElements) >= 0
        ? 0
        : (int) Math.min(count, (presentElements - 1 - elementIndex) / step + 1);
  }

  /// Returns the file offset of a cell.
  public long byteOffset(long row, long column) {
    return data.range().begin()
        + new ElementPosition(data.info(), elementIndex(row, column)).byteOffset();
  }

  /// Returns the cell of an element, or empty if it is in another slice of the tensor.
  ///
  /// @param elementIndex the row-major index within the tensor
  public Optional<Cell> cellOf(long elementIndex) {
    long rest = elementIndex - firstElement;
    if (rest < 0 || elementCount == 0) {
      return Optional.empty();
    }
    List<Level> levels = new ArrayList<>(rowStrides.levels());
    levels.addAll(columnStrides.levels());
    // The stride of a level with a single index is meaningless.
    levels.removeIf(level -> level.count() == 1);
    levels.sort(Comparator.comparingLong(Level::stride).reversed());
    Map<Level, Long> digits = new HashMap<>();
    for (Level level : levels) {
      digits.put(level, rest / level.stride());
      rest %= level.stride();
    }
    Cell cell = new Cell(rowStrides.index(digits), columnStrides.index(digits));
    return cell.row() < rowCount
            && cell.column() < columnCount
            && elementIndex(cell.row(), cell.column()) == elementIndex
        ? Optional.of(cell)
        : Optional.empty();
  }

  /// Reads a block of cells on the calling thread. Reads no other elements, except for up to seven
  /// preceding elements that are narrower than a byte.
  ///
  /// @param firstRow the first row of the block
  /// @param rowCount the number of rows; its product with `columnCount` and the number of parts per
  ///   element must fit into an `int`
  /// @throws IndexOutOfBoundsException if the block exceeds the matrix
  /// @throws IOException if reading fails, or if the file became shorter or was closed
  public SliceBlock read(long firstRow, long firstColumn, int rowCount, int columnCount)
      throws IOException {
    Objects.checkFromIndexSize(firstRow, rowCount, this.rowCount);
    Objects.checkFromIndexSize(firstColumn, columnCount, this.columnCount);
    SliceBlock block = new SliceBlock(type, firstRow, firstColumn, rowCount, columnCount);
    return data.file()
        .examine(
            window -> {
              readInto(window, block);
              return block;
            });
  }

  private void readInto(FileWindow window, SliceBlock block) throws IOException {
    boolean isDownwards = rowStrides.innermost() == 1 && columnStrides.innermost() != 1;
    Strides along = isDownwards ? rowStrides : columnStrides;
    int lines = isDownwards ? block.columnCount() : block.rowCount();
    int length = isDownwards ? block.rowCount() : block.columnCount();
    long firstLine = isDownwards ? block.firstColumn() : block.firstRow();
    long begin = isDownwards ? block.firstRow() : block.firstColumn();
    int width = block.columnCount();
    for (int line = 0; line < lines; line++) {
      for (int at = 0; at < length; ) {
        // Elements that are not adjacent in the file are read one by one.
        long even = along.innermost() == 1 ? along.evenFrom(begin + at) : 1;
        int atOnce = (int) Math.min(even, length - at);
        long row = isDownwards ? begin + at : firstLine + line;
        long column = isDownwards ? firstLine + line : begin + at;
        int cell = isDownwards ? at * width + line : line * width + at;
        readRun(window, elementIndex(row, column), atOnce, block, cell, isDownwards ? width : 1);
        at += atOnce;
      }
    }
  }

  /// Reads the codes of consecutive elements, up to the end of the file; see [SliceBlock#put].
  private void readRun(
      FileWindow window, long firstElement, int maxCount, SliceBlock block, int cell, int step)
      throws IOException {
    int count = presentFrom(firstElement, 1, maxCount);
    if (count == 0) {
      return;
    }
    long firstPart = firstElement * type.partsPerElement();
    int partCount = count * type.partsPerElement();
    // Parts that are not whole bytes are read from a multiple of eight, which is at a byte border.
    int before = type.partBits() % 8 == 0 ? 0 : (int) (firstPart % 8);
    long begin = data.bytesOfPart(firstPart - before).begin();
    long end = data.bytesOfPart(firstPart + partCount - 1).end();
    MemorySegment bytes = window.bytes(begin, end - begin);
    long[] codes = new long[partCount];
    type.codes(bytes, before, codes, partCount);
    block.put(cell, step, codes, count);
  }
}
