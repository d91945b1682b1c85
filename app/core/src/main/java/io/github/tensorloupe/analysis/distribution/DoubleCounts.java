package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Counts the numbers of `F64`.
final class DoubleCounts extends LeadingBitCounts {

  private static final int FRACTION_BITS = Double.PRECISION - 1;
  private static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;

  /// The exponent of the smallest subnormal number.
  private static final int LOWEST_EXPONENT = Double.MIN_EXPONENT - FRACTION_BITS;

  private static final int TILE = 2048;
  private static final int KEY_BITS = 19;
  private static final int KEY_SHIFT = Long.SIZE - KEY_BITS;

  private final long[] tile = new long[TILE];
  private final DoubleMoments moments = new DoubleMoments();

  DoubleCounts(ElementType type) {
    super(type, KEY_BITS, FRACTION_BITS);
  }

  @Override
  public void add(Chunk chunk) {
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int length = Math.min(TILE, chunk.partCount() - begin);
      type.codes(chunk.bytes(), begin, tile, length);
      addTile(length);
    }
  }

  private void addTile(int length) {
    int count = keepOrdinary(length);
    for (int i = 0; i < count; i++) {
      countByKey[(int) (tile[i] >>> KEY_SHIFT)]++;
    }
    moments.add(tile, count);
  }

  /// Counts numbers that are neither normal nor zero separately, and compacts the rest of the tile.
  private int keepOrdinary(int length) {
    int ordinaryCount = 0;
    for (int i = 0; i < length; i++) {
      long bits = tile[i];
      if (countUnlessOrdinary(bits ^ bits >> 63 >>> 1, 1)) {
        tile[ordinaryCount++] = bits;
      }
    }
    return ordinaryCount;
  }

  @Override
  Moments settle() {
    return moments.moments();
  }

  /// Adds up doubles and their squares exactly. Not thread-safe.
  ///
  /// Significands and their squares are added up in pieces, separately for each exponent.
  private static final class DoubleMoments {

    private static final int SUM_PIECE_BITS = 27;
    private static final long SUM_PIECE_MASK = (1L << SUM_PIECE_BITS) - 1;
    private static final int SQUARE_PIECE_BITS = 36;
    private static final long SQUARE_PIECE_MASK = (1L << SQUARE_PIECE_BITS) - 1;

    /// Up to this number of additions, each sum of pieces fits into 63 bits.
    private static final long PENDING_LIMIT = 1L << Long.SIZE - 1 - SQUARE_PIECE_BITS;

    private static final int EXPONENTS = 1 << 11;

    /// The array elements per biased exponent: two sums of pieces of significands, three sums of
    /// pieces of squares, and padding.
    private static final int PIECES = 8;

    private final long[] pending = new long[PIECES * EXPONENTS];
    private long pendingCount;
    private Moments settled = new Moments(BigInteger.ZERO, BigInteger.ZERO, LOWEST_EXPONENT);

    /// Adds the first `count` numbers of an array, given by their bits. They must be zero or
    /// normal.
    void add(long[] values, int count) {
      if (pendingCount > PENDING_LIMIT - count) {
        moments();
      }
      for (int i = 0; i < count; i++) {
        long bits = values[i];
        long sign = bits >> 63;
        int exponent = (int) (bits >>> FRACTION_BITS) & EXPONENTS - 1;
        // Zeros are counted as 1 with the smallest exponent, which is ignored later. This avoids a
        // branch.
        long significand = bits & FRACTION_MASK | 1L << FRACTION_BITS;
        int at = PIECES * exponent;
        long low = significand * significand;
        long high = Math.multiplyHigh(significand, significand);
        pending[at] += ((significand & SUM_PIECE_MASK) ^ sign) - sign;
        pending[at + 1] += (significand >>> SUM_PIECE_BITS ^ sign) - sign;
        pending[at + 2] += low & SQUARE_PIECE_MASK;
        pending[at + 3] +=
            (low >>> SQUARE_PIECE_BITS | high << -SQUARE_PIECE_BITS) & SQUARE_PIECE_MASK;
        pending[at + 4] += high >>> 2 * SQUARE_PIECE_BITS - Long.SIZE;
      }
      pendingCount += count;
    }

    /// Returns the sums so far. Numbers can be added afterwards.
    Moments moments() {
      for (int exponent = 1; exponent < EXPONENTS; exponent++) {
        int at = PIECES * exponent;
        // The highest piece of a square of a normal number is never 0.
        if (pending[at + 4] == 0) {
          continue;
        }
        BigInteger significands =
            BigInteger.valueOf(pending[at + 1])
                .shiftLeft(SUM_PIECE_BITS)
                .add(BigInteger.valueOf(pending[at]));
        BigInteger squares =
            BigInteger.valueOf(pending[at + 4])
                .shiftLeft(SQUARE_PIECE_BITS)
                .add(BigInteger.valueOf(pending[at + 3]))
                .shiftLeft(SQUARE_PIECE_BITS)
                .add(BigInteger.valueOf(pending[at + 2]));
        settled = settled.plus(new Moments(significands, squares, LOWEST_EXPONENT + exponent - 1));
      }
      Arrays.fill(pending, 0);
      pendingCount = 0;
      return settled;
    }
  }
}
