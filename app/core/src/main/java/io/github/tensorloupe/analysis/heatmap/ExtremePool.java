package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.heatmap.SliceLines.Pool;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileWindow;

/// Finds the largest and the smallest number of each pixel, first per position over all lines and
/// then across positions, in loops that the compiler vectorizes. Supports contiguous codes of 8, 16
/// and 32 bits of dtypes whose NaN codes sort before or after all numbers.
///
/// Each code is shifted to the top of an `int` and transformed so that the integers have the order
/// of the numbers. The lower bits come from neighboring codes and do not affect this order.
final class ExtremePool implements Pool {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final SliceLines lines;
  private final ElementType type;
  private final int bits;
  private final int codesPerInt;
  private final long positionsPerPixel;

  /// The XOR mask for negative codes: all bits except the sign for floats, otherwise 0.
  private final int negativeFlip;

  /// The XOR mask for all codes: the highest bit for unsigned dtypes, otherwise 0.
  private final int flip;

  private final int[] packed;

  // By position in an `int`, then by `int`, so that loops are vectorized.
  private final int[][] laneHighs;
  private final int[][] laneLows;
  private final int[] highs = new int[PixelGrid.TILE_PIXELS];
  private final int[] lows = new int[PixelGrid.TILE_PIXELS];
  private long firstPixel;

  /// @param lines lines for which [#isPossible] returns true
  ExtremePool(SliceLines lines) {
    this.lines = lines;
    type = lines.type;
    bits = type.partBits();
    codesPerInt = Integer.SIZE / bits;
    positionsPerPixel = lines.grid.columnsPerPixel();
    packed = new int[NumberReader.MAX_ELEMENTS / codesPerInt];
    laneHighs = new int[codesPerInt][packed.length];
    laneLows = new int[codesPerInt][packed.length];
    Dtype dtype = type.dtype();
    boolean isUnsigned =
        dtype == Dtype.F8_E8M0
            || dtype.kind() == Dtype.Kind.UNSIGNED
            || dtype.kind() == Dtype.Kind.BOOLEAN;
    negativeFlip = dtype.kind() == Dtype.Kind.FLOAT && !isUnsigned ? Integer.MAX_VALUE : 0;
    flip = isUnsigned ? Integer.MIN_VALUE : 0;
  }

  static boolean isPossible(SliceLines lines) {
    boolean isPossible =
        switch (lines.type.dtype()) {
          case BOOL, U8, I8, F8_E5M2, F8_E4M3, F8_E8M0 -> true;
          case I16, U16, F16, BF16, I32, U32, F32 -> true;
          // The only NaN of these dtypes has the code of −0, in the middle of the order.
          case F8_E4M3FNUZ, F8_E5M2FNUZ -> false;
          case F4, F6_E2M3, F6_E3M2, C64, F64, I64, U64 -> false;
        };
    return isPossible && lines.step == 1;
  }

  @Override
  public void begin(long firstPixel, int pixelCount) {
    this.firstPixel = firstPixel;
    Arrays.fill(highs, 0, pixelCount, Integer.MIN_VALUE);
    Arrays.fill(lows, 0, pixelCount, Integer.MAX_VALUE);
    clearLanes();
  }

  private void clearLanes() {
    for (int place = 0; place < codesPerInt; place++) {
      Arrays.fill(laneHighs[place], Integer.MIN_VALUE);
      Arrays.fill(laneLows[place], Integer.MAX_VALUE);
    }
  }

  @Override
  public void add(FileWindow window, long line, long position, int count) throws IOException {
    int present = lines.presentIn(line, position, count);
    if (present == 0) {
      return;
    }
    long codeBytes = bits / Byte.SIZE;
    long begin = lines.data.range().begin() + lines.element(line, position) * codeBytes;
    MemorySegment bytes = window.bytes(begin, present * codeBytes);
    int whole = present / codesPerInt;
    MemorySegment.copy(bytes, INT, 0, packed, 0, whole);
    for (int place = 0; place < codesPerInt; place++) {
      int shift = Integer.SIZE - (place + 1) * bits;
      measure(packed, whole, shift, negativeFlip, flip, laneHighs[place], laneLows[place]);
    }
    for (int i = whole * codesPerInt; i < present; i++) {
      put(i, (int) (type.code(bytes, i) << Integer.SIZE - bits));
    }
  }

  private static void measure(
      int[] codes, int count, int shift, int negative, int all, int[] highs, int[] lows) {
    for (int i = 0; i < count; i++) {
      int code = codes[i] << shift;
      int ordered = code ^ code >> 31 & negative ^ all;
      highs[i] = Math.max(highs[i], ordered);
      lows[i] = Math.min(lows[i], ordered);
    }
  }

  private void put(int position, int code) {
    int ordered = code ^ code >> 31 & negativeFlip ^ flip;
    int place = position % codesPerInt;
    int lane = position / codesPerInt;
    laneHighs[place][lane] = Math.max(laneHighs[place][lane], ordered);
    laneLows[place][lane] = Math.min(laneLows[place][lane], ordered);
  }

  @Override
  public void finishPositions(long position, int count) {
    for (int begin = 0; begin < count; ) {
      long pixel = (position + begin) / positionsPerPixel;
      int end = (int) Math.min(count, (pixel + 1) * positionsPerPixel - position);
      gather((int) (pixel - firstPixel), begin, end);
      begin = end;
    }
    clearLanes();
  }

  private void gather(int pixel, int begin, int end) {
    for (int place = 0; place < codesPerInt; place++) {
      int from = Math.ceilDiv(begin - place, codesPerInt);
      int to = Math.ceilDiv(end - place, codesPerInt);
      highs[pixel] = Math.max(highs[pixel], largest(laneHighs[place], from, to));
      lows[pixel] = Math.min(lows[pixel], smallest(laneLows[place], from, to));
    }
  }

  private static int largest(int[] lanes, int from, int to) {
    int largest = Integer.MIN_VALUE;
    for (int lane = from; lane < to; lane++) {
      largest = Math.max(largest, lanes[lane]);
    }
    return largest;
  }

  private static int smallest(int[] lanes, int from, int to) {
    int smallest = Integer.MAX_VALUE;
    for (int lane = from; lane < to; lane++) {
      smallest = Math.min(smallest, lanes[lane]);
    }
    return smallest;
  }

  /// Returns true if a pixel has a non-finite element, which hides its largest finite magnitude.
  boolean hasNonFinite(int pixel) {
    return !isAbsent(pixel)
        && !(Double.isFinite(decoded(highs[pixel])) && Double.isFinite(decoded(lows[pixel])));
  }

  private boolean isAbsent(int pixel) {
    return lows[pixel] == Integer.MAX_VALUE && highs[pixel] == Integer.MIN_VALUE;
  }

  PixelNumber number(int pixel) {
    return isAbsent(pixel)
        ? PixelNumber.absent()
        : PixelNumber.of(NumberPool.larger(decoded(highs[pixel]), decoded(lows[pixel])));
  }

  private double decoded(int ordered) {
    int turned = ordered ^ flip;
    int code = turned ^ turned >> 31 & negativeFlip;
    return type.toDouble(Integer.toUnsignedLong(code) >>> Integer.SIZE - bits);
  }
}
