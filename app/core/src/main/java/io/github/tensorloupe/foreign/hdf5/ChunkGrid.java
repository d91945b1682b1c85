package io.github.tensorloupe.foreign.hdf5;

import module java.base;

/// The division of an array into chunks of equal shape. Chunks at the end of an axis may extend
/// beyond the array. Positions of chunks and elements are row-major.
///
/// @param shape the shape of the array, of at least one dimension and one element
/// @param chunkShape the shape of each chunk, positive
record ChunkGrid(int[] shape, int[] chunkShape) {

  ChunkGrid {
    if (shape.length == 0
        || shape.length != chunkShape.length
        || Arrays.stream(chunkShape).anyMatch(size -> size <= 0)) {
      throw new IllegalArgumentException("chunks of shape " + Arrays.toString(chunkShape));
    }
  }

  /// @throws ArithmeticException if the number exceeds 63 bits
  long chunkCount() {
    long count = 1;
    for (int axis = 0; axis < shape.length; axis++) {
      count = Math.multiplyExact(count, chunksOn(axis));
    }
    return count;
  }

  /// @throws ArithmeticException if the number exceeds 31 bits
  int elementsPerChunk() {
    return Arrays.stream(chunkShape).reduce(1, Math::multiplyExact);
  }

  private int chunksOn(int axis) {
    return Math.ceilDiv(shape[axis], chunkShape[axis]);
  }

  /// Returns the position of the chunk with this first element, or empty if the array has no such
  /// chunk.
  OptionalLong keyOf(int[] firstElement) {
    long key = 0;
    for (int axis = 0; axis < shape.length; axis++) {
      int chunk = firstElement[axis] / chunkShape[axis];
      if (chunk < 0 || chunk >= chunksOn(axis) || firstElement[axis] % chunkShape[axis] != 0) {
        return OptionalLong.empty();
      }
      key = key * chunksOn(axis) + chunk;
    }
    return OptionalLong.of(key);
  }

  /// Receives the parts of a range of elements.
  interface RunVisitor {
    /// Called before the runs of a chunk.
    ///
    /// @param key the position of the chunk
    /// @param begin the position of the first element of all runs in the chunk
    /// @param end the position after their last element
    void enter(long key, int begin, int end) throws IOException;

    /// Visits contiguous elements.
    ///
    /// @param inChunk the position of the first element in the chunk
    /// @param first the position of the first element in the array
    void visit(int inChunk, long first, int count);
  }

  /// Divides a range of elements into contiguous ranges of chunks. All ranges of a chunk follow
  /// each other.
  ///
  /// @param end the position after the last element, greater than `begin`
  void visitRuns(long begin, long end, RunVisitor visitor) throws IOException {
    int rank = shape.length;
    int[] low = chunkOf(begin);
    int[] high = chunkOf(end - 1);
    // Chunks between the first and the last one, on the axis on which both differ.
    boolean isWhole = false;
    for (int axis = 0; axis < rank; axis++) {
      if (isWhole) {
        low[axis] = 0;
        high[axis] = chunksOn(axis) - 1;
      }
      isWhole |= indexOf(begin, axis) != indexOf(end - 1, axis);
    }
    int[] chunk = low.clone();
    int axis = rank;
    while (axis >= 0) {
      visitRuns(chunk, begin, end, visitor);
      axis = rank - 1;
      while (axis >= 0 && chunk[axis] == high[axis]) {
        chunk[axis] = low[axis];
        axis--;
      }
      if (axis >= 0) {
        chunk[axis]++;
      }
    }
  }

  private int[] chunkOf(long element) {
    int[] chunk = new int[shape.length];
    for (int axis = 0; axis < chunk.length; axis++) {
      chunk[axis] = indexOf(element, axis) / chunkShape[axis];
    }
    return chunk;
  }

  private int indexOf(long element, int axis) {
    long position = element;
    for (int i = shape.length - 1; i > axis; i--) {
      position /= shape[i];
    }
    return (int) (position % shape[axis]);
  }

  private void visitRuns(int[] chunk, long begin, long end, RunVisitor visitor) throws IOException {
    int last = shape.length - 1;
    long key = 0;
    int rowCount = 1;
    for (int axis = 0; axis <= last; axis++) {
      key = key * chunksOn(axis) + chunk[axis];
      rowCount *= axis < last ? extent(chunk, axis) : 1;
    }
    int width = extent(chunk, last);
    int row = firstRow(chunk, rowCount, begin - width + 1);
    int endRow = firstRow(chunk, rowCount, end);
    if (row >= endRow) {
      return;
    }
    int low = (int) (position(chunk, row, false) + skipped(begin, position(chunk, row, true)));
    long lastFirst = position(chunk, endRow - 1, true);
    int high = (int) (position(chunk, endRow - 1, false) + Math.min(end - lastFirst, width));
    visitor.enter(key, low, high);
    for (; row < endRow; row++) {
      long first = position(chunk, row, true);
      int skipped = skipped(begin, first);
      int count = (int) Math.min(end - first, width) - skipped;
      visitor.visit((int) position(chunk, row, false) + skipped, first + skipped, count);
    }
  }

  private static int skipped(long begin, long first) {
    return (int) Math.max(0, begin - first);
  }

  /// Returns the first row of a chunk that begins at or after a position in the array. Rows are
  /// ascending.
  private int firstRow(int[] chunk, int rowCount, long position) {
    int low = 0;
    for (int high = rowCount; low < high; ) {
      int middle = (low + high) >>> 1;
      if (position(chunk, middle, true) < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Returns the number of elements of a chunk inside the array.
  private int extent(int[] chunk, int axis) {
    return Math.min(chunkShape[axis], shape[axis] - chunk[axis] * chunkShape[axis]);
  }

  /// Returns the position of the first element of a row of a chunk, in the array or in the chunk.
  private long position(int[] chunk, int row, boolean isInArray) {
    int last = shape.length - 1;
    long position = isInArray ? (long) chunk[last] * chunkShape[last] : 0;
    long stride = isInArray ? shape[last] : chunkShape[last];
    int remaining = row;
    for (int axis = last - 1; axis >= 0; axis--) {
      int extent = extent(chunk, axis);
      int index = remaining % extent;
      remaining /= extent;
      position += stride * (isInArray ? chunk[axis] * chunkShape[axis] + index : index);
      stride *= isInArray ? shape[axis] : chunkShape[axis];
    }
    return position;
  }
}
