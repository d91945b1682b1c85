package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.work.Cancellation;

/// The elements of an array with any strides or byte order, in row-major order and little-endian.
/// Thread-safe.
public final class StridedElements implements ComputedFile.Elements {

  /// The bytes of an array. Thread-safe.
  @FunctionalInterface
  public interface Source {
    /// Reads bytes into the remaining space of a buffer.
    void read(long byteOffset, ByteBuffer target) throws IOException;
  }

  /// The maximum number of bytes that are read in vain to save a read.
  private static final int MAX_GAP_BYTES = 2048;

  private static final int MAX_BLOCK_BYTES = 16 << 20;

  private final Source source;
  private final long first;
  private final int elementBytes;
  private final int swappedBytes;

  /// Dimensions and strides after joining axes, outermost first.
  private final long[] dimensions;

  private final long[] strides;

  /// The number of elements per index of the preceding axis.
  private final long[] sizes;

  /// Axes from the largest to the smallest stride.
  private final int[] order;

  /// Creates a view of an array. Every element must be inside the source.
  ///
  /// @param shape a shape of less than 2⁶³ elements
  /// @param strides the distance of adjacent elements of each axis in elements, 0 or more
  /// @param first the position of the first element in elements
  /// @param elementBytes 1, 2, 4 or 8
  /// @param swappedBytes the width of the numbers whose bytes are reversed, or 1 if they are
  ///   little-endian
  public StridedElements(
      Source source, Shape shape, long[] strides, long first, int elementBytes, int swappedBytes) {
    this.source = source;
    this.first = first;
    this.elementBytes = elementBytes;
    this.swappedBytes = swappedBytes;
    long[] joinedDimensions = new long[shape.rank()];
    long[] joinedStrides = new long[shape.rank()];
    int rank = 0;
    for (int axis = 0; axis < shape.rank(); axis++) {
      long dimension = shape.dimension(axis);
      if (dimension == 1) {
        continue;
      }
      if (rank > 0 && joinedStrides[rank - 1] == strides[axis] * dimension) {
        joinedDimensions[rank - 1] *= dimension;
        joinedStrides[rank - 1] = strides[axis];
      } else {
        joinedDimensions[rank] = dimension;
        joinedStrides[rank++] = strides[axis];
      }
    }
    this.dimensions = Arrays.copyOf(joinedDimensions, rank);
    this.strides = Arrays.copyOf(joinedStrides, rank);
    sizes = new long[rank + 1];
    sizes[rank] = 1;
    for (int axis = rank - 1; axis >= 0; axis--) {
      sizes[axis] = sizes[axis + 1] * dimensions[axis];
    }
    order =
        IntStream.range(0, rank)
            .boxed()
            .sorted(Comparator.comparingLong(axis -> -this.strides[axis]))
            .mapToInt(axis -> axis)
            .toArray();
  }

  /// Returns the strides of a contiguous array.
  ///
  /// @param isFortran true if the first axis varies fastest
  public static long[] contiguous(Shape shape, boolean isFortran) {
    long[] strides = new long[shape.rank()];
    long stride = 1;
    for (int i = 0; i < strides.length; i++) {
      int axis = isFortran ? i : strides.length - 1 - i;
      strides[axis] = stride;
      stride *= shape.dimension(axis);
    }
    return strides;
  }

  @Override
  public void compute(long begin, int count, ByteBuffer target) throws IOException {
    ByteBuffer elements = target.slice();
    if (dimensions.length == 0) {
      source.read(first * elementBytes, elements.duplicate());
    } else {
      copy(0, begin, begin + count, first, elements);
    }
    swap(elements.clear());
    target.position(target.limit());
  }

  private void swap(ByteBuffer elements) {
    ByteBuffer big = elements.duplicate().order(ByteOrder.BIG_ENDIAN);
    ByteBuffer little = elements.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < elements.limit() && swappedBytes > 1; at += swappedBytes) {
      switch (swappedBytes) {
        case Short.BYTES -> little.putShort(at, big.getShort(at));
        case Integer.BYTES -> little.putInt(at, big.getInt(at));
        default -> little.putLong(at, big.getLong(at));
      }
    }
  }

  /// Copies a range of the row-major elements of a subarray, as at most two boxes per axis.
  ///
  /// @param axis the outermost axis of the subarray
  /// @param element the position of its first element
  /// @param target begins at the first copied element
  private void copy(int axis, long begin, long end, long element, ByteBuffer target)
      throws IOException {
    long size = sizes[axis + 1];
    long stride = strides[axis];
    long low = begin / size;
    long next = begin;
    if (begin % size != 0) {
      long stop = Math.min(end, (low + 1) * size);
      copy(axis + 1, begin - low * size, stop - low * size, element + low * stride, target);
      next = stop;
      low++;
    }
    long high = end / size;
    if (high > low) {
      copyBox(axis, high - low, element + low * stride, after(target, next - begin));
      next = high * size;
    }
    if (next < end) {
      copy(axis + 1, 0, end - next, element + high * stride, after(target, next - begin));
    }
  }

  private ByteBuffer after(ByteBuffer target, long elements) {
    int begin = (int) (elements * elementBytes);
    return target.slice(begin, target.limit() - begin);
  }

  /// A part of the array, in which the index of each axis has a range.
  ///
  /// @param axes the axes from the largest to the smallest stride
  /// @param counts the number of indexes of each axis
  /// @param spans the distance of the first and the last element plus 1, for the axes from each
  ///   position; 1 after the last one
  /// @param dense the position of the first axis from which the gaps between elements are small
  private record Box(int[] axes, long[] counts, long[] spans, int dense) {}

  /// Copies a box of whole subarrays.
  private void copyBox(int outermost, long count, long element, ByteBuffer target)
      throws IOException {
    int[] axes = Arrays.stream(order).filter(axis -> axis >= outermost).toArray();
    long[] counts = new long[axes.length];
    long[] spans = new long[axes.length + 1];
    spans[axes.length] = 1;
    int dense = axes.length;
    for (int i = axes.length - 1; i >= 0; i--) {
      long stride = strides[axes[i]];
      counts[i] = axes[i] == outermost ? count : dimensions[axes[i]];
      spans[i] = spans[i + 1] + (counts[i] - 1) * stride;
      if (dense == i + 1 && stride - spans[i + 1] <= MAX_GAP_BYTES / elementBytes) {
        dense = i;
      }
    }
    copy(new Box(axes, counts, spans, dense), 0, element, target, 0);
  }

  /// Reads and copies the elements of a box whose first axes have fixed indexes.
  private void copy(Box box, int position, long from, ByteBuffer target, long to)
      throws IOException {
    Cancellation.ofThread().check();
    if (position == box.axes.length) {
      copyElement(read(from, 1), 0, target, (int) (to * elementBytes));
      return;
    }
    int axis = box.axes[position];
    long stride = strides[axis];
    long free = MAX_BLOCK_BYTES / elementBytes - box.spans[position + 1];
    boolean isDense = position >= box.dense && free >= 0;
    long step = isDense ? free / Math.max(1, stride) + 1 : 1;
    for (long i = 0; i < box.counts[position]; i += step) {
      long begin = from + i * stride;
      long at = to + i * sizes[axis + 1];
      if (isDense) {
        long count = Math.min(step, box.counts[position] - i);
        ByteBuffer block = read(begin, (int) ((count - 1) * stride + box.spans[position + 1]));
        copy(box, position, count, block, 0, target, at);
      } else {
        copy(box, position + 1, begin, target, at);
      }
    }
  }

  /// Copies elements from a block.
  ///
  /// @param count the number of indexes of the axis at the position
  private void copy(
      Box box, int position, long count, ByteBuffer block, long from, ByteBuffer target, long to) {
    int axis = box.axes[position];
    if (position == box.axes.length - 1) {
      copyRun(block, from, target, to, count, axis);
      return;
    }
    for (long i = 0; i < count; i++) {
      long begin = from + i * strides[axis];
      long at = to + i * sizes[axis + 1];
      copy(box, position + 1, box.counts[position + 1], block, begin, target, at);
    }
  }

  private void copyRun(
      ByteBuffer run, long from, ByteBuffer target, long to, long count, int axis) {
    int sourceStep = (int) (strides[axis] * elementBytes);
    int targetStep = (int) (sizes[axis + 1] * elementBytes);
    int source = (int) (from * elementBytes);
    int at = (int) (to * elementBytes);
    for (long i = 0; i < count; i++, source += sourceStep, at += targetStep) {
      copyElement(run, source, target, at);
    }
  }

  private void copyElement(ByteBuffer source, int from, ByteBuffer target, int to) {
    switch (elementBytes) {
      case 1 -> target.put(to, source.get(from));
      case Short.BYTES -> target.putShort(to, source.getShort(from));
      case Integer.BYTES -> target.putInt(to, source.getInt(from));
      default -> target.putLong(to, source.getLong(from));
    }
  }

  private ByteBuffer read(long element, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count * elementBytes);
    source.read(element * elementBytes, bytes.duplicate());
    return bytes;
  }
}
