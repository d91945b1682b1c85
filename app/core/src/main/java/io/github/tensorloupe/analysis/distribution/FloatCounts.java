package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.ComputedFile;

/// Counts the numbers of `F32`, or the parts of `C64`, by the upper half of their bits, and adds up
/// their moments.
final class FloatCounts extends LeadingBitCounts {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int TILE = FloatMoments.TILE;
  private static final int KEY_SHIFT = 16;
  private static final int KEYS = 1 << KEY_SHIFT;
  private static final int MAGNITUDE_MASK = Integer.MAX_VALUE;
  private static final int SMALLEST_NORMAL = 1 << Float.PRECISION - 1;
  private static final int INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);

  private final int[] bitTile = new int[TILE];
  private final float[] tile = new float[TILE];
  private final int[] countTile = new int[TILE];
  private final MemorySegment bitsInTile = MemorySegment.ofArray(bitTile);

  /// The range of the tile, as ordered bits, and its smallest nonzero magnitude.
  private int low;

  private int high;
  private int smallest;

  /// The counts since the last call of [#settle]. As `int`, more of them stay in the L1 cache.
  private final int[] pendingByKey = new int[KEYS];

  private int pendingCount;
  private final FloatMoments moments = new FloatMoments();

  FloatCounts(ElementType type) {
    super(type, KEY_SHIFT, Float.PRECISION - 1);
  }

  @Override
  public void add(Chunk chunk) {
    if (pendingCount > Integer.MAX_VALUE - chunk.partCount()) {
      settle();
    }
    pendingCount += chunk.partCount();
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      MemorySegment.copy(chunk.bytes(), INT, 4L * begin, bitTile, 0, length);
      // Not copied from the chunk again: if the file changes, the copies would differ.
      MemorySegment.copy(bitsInTile, ValueLayout.JAVA_FLOAT, 0, tile, 0, length);
      addTile(length);
    }
  }

  @Override
  public Optional<ComputedFile.Tally> tally() {
    return Optional.of(this::addTallied);
  }

  private void addTallied(float[] values, int[] counts) {
    for (int begin = 0; begin < counts.length; begin += TILE) {
      int length = Math.min(TILE, counts.length - begin);
      System.arraycopy(counts, begin, countTile, 0, length);
      Arrays.fill(countTile, length, TILE, 0);
      MemorySegment.copy(MemorySegment.ofArray(values), 4L * begin, bitsInTile, 0, 4L * length);
      addTalliedTile(values, begin, length);
    }
  }

  private void addTalliedTile(float[] values, int begin, int length) {
    if (pendingCount > Integer.MAX_VALUE / 2) {
      settle();
    }
    int[] counts = countTile;
    measure(counts);
    if (isExtraordinary()) {
      for (int i = 0; i < length; i++) {
        counts[i] =
            counts[i] == 0 || countUnlessOrdinary(ordered(bitTile[i]), counts[i]) ? counts[i] : 0;
      }
      measure(counts);
    }
    int maxCount = 0;
    int total = 0;
    for (int i = 0; i < TILE; i++) {
      maxCount = Math.max(maxCount, counts[i]);
      total += counts[i];
    }
    include(low, high);
    pendingCount += total;
    int[] pending = pendingByKey;
    for (int i = 0; i < length; i++) {
      pending[Float.floatToRawIntBits(values[begin + i]) >>> KEY_SHIFT] += counts[i];
    }
    int largest = Math.max(Math.max(high, 0), low < 0 ? ~low : 0);
    if (largest > 0) {
      MemorySegment.copy(bitsInTile, ValueLayout.JAVA_FLOAT, 0, tile, 0, TILE);
      moments.add(
          tile, counts, maxCount, Float.intBitsToFloat(smallest), Float.intBitsToFloat(largest));
    }
  }

  /// Measures the numbers of the tile that occur, and sets the others to zero.
  private void measure(int[] counts) {
    int[] all = bitTile;
    for (int i = 0; i < TILE; i++) {
      all[i] &= ~(counts[i] - 1 >> 31);
    }
    int lowest = Integer.MAX_VALUE;
    int greatest = Integer.MIN_VALUE;
    int smallestMinusOne = Integer.MAX_VALUE;
    for (int i = 0; i < TILE; i++) {
      int bits = all[i];
      int ordered = ordered(bits);
      int missing = counts[i] - 1 >> 31;
      lowest = Math.min(lowest, ordered | missing & Integer.MAX_VALUE);
      greatest = Math.max(greatest, ordered | missing & Integer.MIN_VALUE);
      smallestMinusOne = Math.min(smallestMinusOne, (bits & MAGNITUDE_MASK) - 1 & MAGNITUDE_MASK);
    }
    setRange(lowest, greatest, smallestMinusOne);
  }

  private void addTile(int length) {
    measure(length);
    int count = length;
    if (isExtraordinary()) {
      count = keepOrdinary(length);
      measure(count);
    }
    include(low, high);
    countKeys(count);
    int largest = Math.max(Math.max(high, 0), low < 0 ? ~low : 0);
    if (largest > 0 && count > 0) {
      moments.add(tile, count, Float.intBitsToFloat(smallest), Float.intBitsToFloat(largest));
    }
  }

  private void measure(int length) {
    int lowest = Integer.MAX_VALUE;
    int greatest = Integer.MIN_VALUE;
    int smallestMinusOne = Integer.MAX_VALUE;
    for (int i = 0; i < length; i++) {
      int bits = bitTile[i];
      int ordered = ordered(bits);
      lowest = Math.min(lowest, ordered);
      greatest = Math.max(greatest, ordered);
      // Subtracting one turns zeros into the largest magnitude.
      smallestMinusOne = Math.min(smallestMinusOne, (bits & MAGNITUDE_MASK) - 1 & MAGNITUDE_MASK);
    }
    setRange(lowest, greatest, smallestMinusOne);
  }

  /// @param smallestMinusOne the smallest magnitude minus one; for zero, the largest possible
  ///   magnitude
  private void setRange(int lowest, int greatest, int smallestMinusOne) {
    low = lowest;
    high = greatest;
    smallest = smallestMinusOne == MAGNITUDE_MASK ? MAGNITUDE_MASK : smallestMinusOne + 1;
  }

  /// Returns true if any number of the tile is neither normal nor zero.
  private boolean isExtraordinary() {
    return low <= ordered(INFINITY | Integer.MIN_VALUE)
        || high >= INFINITY
        || smallest < SMALLEST_NORMAL;
  }

  private void countKeys(int count) {
    int[] pending = pendingByKey;
    for (int i = 0; i < count; i++) {
      pending[bitTile[i] >>> KEY_SHIFT]++;
    }
  }

  /// Converts bits to a signed integer that ascends with the number. A second conversion restores
  /// the bits.
  private static int ordered(int bits) {
    return bits ^ bits >> 31 >>> 1;
  }

  /// Counts numbers that are neither normal nor zero separately, and compacts the rest of the tile.
  private int keepOrdinary(int length) {
    int ordinaryCount = 0;
    for (int i = 0; i < length; i++) {
      int bits = bitTile[i];
      if (countUnlessOrdinary(ordered(bits), 1)) {
        bitTile[ordinaryCount] = bits;
        tile[ordinaryCount] = Float.intBitsToFloat(bits);
        ordinaryCount++;
      }
    }
    return ordinaryCount;
  }

  @Override
  Moments settle() {
    for (int key = 0; key < KEYS; key++) {
      countByKey[key] += pendingByKey[key];
      pendingByKey[key] = 0;
    }
    pendingCount = 0;
    return moments.moments();
  }
}
