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
  private final int[] frequencies = new int[TILE];
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
    MemorySegment all = MemorySegment.ofArray(values);
    for (int begin = 0; begin < values.length; begin += TILE) {
      int length = Math.min(TILE, values.length - begin);
      MemorySegment.copy(all, ValueLayout.JAVA_INT, 4L * begin, bits, 0, length);
      System.arraycopy(counts, begin, frequencies, 0, length);
      addFrequencies(length);
    }
  }

  /// Adds the values of the current tile by their frequencies.
  private void addFrequencies(int length) {
    int present = 0;
    int highest = 0;
    long total = 0;
    for (int i = 0; i < length; i++) {
      int frequency = frequencies[i];
      bits[present] = bits[i];
      frequencies[present] = frequency;
      present += frequency > 0 ? 1 : 0;
      highest = Math.max(highest, frequency);
      total += frequency;
    }
    int largest = total <= Integer.MAX_VALUE ? measure(present) : -1;
    if (largest >= 0) {
      reservePending((int) total);
      for (int i = 0; i < present; i++) {
        pendingByKey[bits[i] >>> KEY_SHIFT] += frequencies[i];
      }
      fillFloats(present);
      moments.add(floats, frequencies, total, Float.intBitsToFloat(largest), highest);
    } else {
      for (int i = 0; i < present; i++) {
        addSingly(bits[i], frequencies[i]);
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
      fillFloats(length);
      moments.add(floats, length, Float.intBitsToFloat(largest));
    } else {
      for (int i = 0; i < length; i++) {
        addSingly(bits[i], 1);
      }
    }
  }

  private void fillFloats(int length) {
    MemorySegment.copy(MemorySegment.ofArray(bits), ValueLayout.JAVA_FLOAT, 0, floats, 0, length);
    Arrays.fill(floats, length, TILE, 0);
  }

  private void addSingly(int number, int frequency) {
    if (count(ordered(number), frequency)) {
      moments.add(Float.intBitsToFloat(number), 0, frequency);
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
