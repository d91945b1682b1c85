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

  /// The maximum ratio of read to requested elements. Sparser elements are read one by one.
  private static final int MAX_READ_RATIO = 16;

  private static final int MAX_BLOCK_BYTES = 16 << 20;
  private static final int RUN_ELEMENTS = 1 << 14;

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

  /// Copies a box of whole subarrays.
  private void copyBox(int outermost, long count, long element, ByteBuffer target)
      throws IOException {
    long span = 1;
    int[] axes = Arrays.stream(order).filter(axis -> axis >= outermost).toArray();
    long[] counts = new long[axes.length];
    for (int i = 0; i < axes.length; i++) {
      counts[i] = axes[i] == outermost ? count : dimensions[axes[i]];
      span += (counts[i] - 1) * strides[axes[i]];
    }
    long wanted = count * sizes[outermost + 1];
    boolean isBlock = span <= MAX_BLOCK_BYTES / elementBytes && span / MAX_READ_RATIO <= wanted;
    ByteBuffer block = isBlock ? read(element, (int) span) : null;
    int last = axes.length - 1;
    long[] indexes = new long[axes.length];
    long from = element;
    long to = 0;
    while (true) {
      Cancellation.ofThread().check();
      if (isBlock) {
        copyRun(block, from - element, target, to, counts[last], axes[last]);
      } else {
        copyRun(from, target, to, counts[last], axes[last]);
      }
      int at = last - 1;
      while (at >= 0 && ++indexes[at] == counts[at]) {
        indexes[at] = 0;
        from -= (counts[at] - 1) * strides[axes[at]];
        to -= (counts[at] - 1) * sizes[axes[at] + 1];
        at--;
      }
      if (at < 0) {
        return;
      }
      from += strides[axes[at]];
      to += sizes[axes[at] + 1];
    }
  }

  /// Copies elements along an axis from the source.
  private void copyRun(long from, ByteBuffer target, long to, long count, int axis)
      throws IOException {
    long stride = strides[axis];
    int step = stride <= MAX_READ_RATIO ? RUN_ELEMENTS : 1;
    for (long i = 0; i < count; i += step) {
      long some = Math.min(step, count - i);
      ByteBuffer run = read(from + i * stride, (int) ((some - 1) * stride + 1));
      copyRun(run, 0, target, to + i * sizes[axis + 1], some, axis);
    }
  }

  private void copyRun(
      ByteBuffer run, long from, ByteBuffer target, long to, long count, int axis) {
    int sourceStep = (int) (strides[axis] * elementBytes);
    int targetStep = (int) (sizes[axis + 1] * elementBytes);
    int source = (int) (from * elementBytes);
    int at = (int) (to * elementBytes);
    for (long i = 0; i < count; i++, source += sourceStep, at += targetStep) {
      switch (elementBytes) {
        case 1 -> target.put(at, run.get(source));
        case Short.BYTES -> target.putShort(at, run.getShort(source));
        case Integer.BYTES -> target.putInt(at, run.getInt(source));
        default -> target.putLong(at, run.getLong(source));
      }
    }
  }

  private ByteBuffer read(long element, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count * elementBytes);
    source.read(element * elementBytes, bytes.duplicate());
    return bytes;
  }
}
