package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts `F64` values by their leading bits.
final class DoubleCounts extends LeadingBitCounts {

  private static final int TILE = MomentSums.TILE;
  private static final int KEY_BITS = 19;
  private static final int KEY_SHIFT = Long.SIZE - KEY_BITS;

  private final long[] bits = new long[TILE];
  private final double[] tile = new double[TILE];
  private final double[] rests = new double[TILE];

  DoubleCounts(ElementType type) {
    super(type, KEY_BITS, Double.PRECISION - 1);
  }

  @Override
  public void add(Chunk chunk) {
    moments.begin(chunk.byteOffset());
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, bits, length);
      addTile(length);
    }
  }

  private void addTile(int length) {
    int ordinaryCount = 0;
    double largest = 0;
    for (int i = 0; i < length; i++) {
      long ordered = bits[i] ^ bits[i] >> 63 >>> 1;
      if (countUnlessOrdinary(ordered, 1)) {
        countByKey[(int) (bits[i] >>> KEY_SHIFT)]++;
        double number = Double.longBitsToDouble(bits[i]);
        tile[ordinaryCount++] = number;
        largest = Math.max(largest, Math.abs(number));
      }
    }
    Arrays.fill(rests, 0);
    moments.add(tile, rests, ordinaryCount, largest);
  }

  @Override
  void settle() {}
}
