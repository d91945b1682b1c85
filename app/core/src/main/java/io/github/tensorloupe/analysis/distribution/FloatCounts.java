package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.ComputedFile;

/// Counts `F32` values, or the real and imaginary parts of `C64`, first by their upper 16 bits.
final class FloatCounts extends BucketCounts {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The number of values processed at once. All arrays of a tile fit in the L1 cache.
  private static final int TILE = 1024;

  private static final int KEY_SHIFT = 16;
  private static final int MAGNITUDE_MASK = Integer.MAX_VALUE;

  private final int[] bits = new int[TILE];
  private final float[] floats = new float[TILE];

  FloatCounts(ElementType type) {
    super(type, TILE, KEY_SHIFT);
  }

  @Override
  public Optional<ComputedFile.Tally> tally(long byteOffset) {
    moments.begin(byteOffset);
    return Optional.of(this::addTallied);
  }

  private void addTallied(float[] values, int[] counts) {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0 && count(ordered(Float.floatToRawIntBits(values[i])), counts[i])) {
        moments.add(values[i], 0, counts[i]);
      }
    }
  }

  @Override
  void addTile(MemorySegment bytes, int begin, int length) {
    MemorySegment.copy(bytes, INT, 4L * begin, bits, 0, length);
    int largest = measure(length);
    if (largest >= 0) {
      for (int i = 0; i < length; i++) {
        pendingByKey[bits[i] >>> KEY_SHIFT]++;
      }
      MemorySegment.copy(MemorySegment.ofArray(bits), ValueLayout.JAVA_FLOAT, 0, floats, 0, length);
      Arrays.fill(floats, length, TILE, 0);
      moments.add(floats, length, Float.intBitsToFloat(largest));
    } else {
      for (int i = 0; i < length; i++) {
        if (count(ordered(bits[i]), 1)) {
          moments.add(Float.intBitsToFloat(bits[i]), 0, 1);
        }
      }
    }
  }

  private int measure(int length) {
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    int smallestMinusOne = Integer.MAX_VALUE;
    for (int i = 0; i < length; i++) {
      int ordered = ordered(bits[i]);
      low = Math.min(low, ordered);
      high = Math.max(high, ordered);
      // Subtracting 1 maps zero to the largest magnitude, so that zeros do not affect the minimum.
      smallestMinusOne =
          Math.min(smallestMinusOne, (bits[i] & MAGNITUDE_MASK) - 1 & MAGNITUDE_MASK);
    }
    return (int) includeOrdinary(low, high, smallestMinusOne);
  }

  private static int ordered(int bits) {
    return bits ^ bits >> 31 >>> 1;
  }
}
