package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;

/// Adds up the numbers of a tensor and their squares. Keeps one compensated (Neumaier) sum per
/// block of the tensor and combines the sums in block order, so that the result does not depend on
/// the assignment of blocks to threads. Not thread-safe.
final class MomentSums {

  /// The size of a block: 4 chunks, about 4 MiB. One thread counts all chunks of a block.
  private static final long BLOCK_BYTES = 4L * Chunk.MAX_BYTES;

  /// The length of a tile and the number of independent sums (lanes). Independent sums allow the
  /// compiler to vectorize loops; all arrays fit in the L1 cache.
  static final int TILE = 256;

  /// Numbers below 2^MIN_EXPONENT or from 2^MAX_EXPONENT on are scaled, because their squares may
  /// become subnormal or overflow.
  private static final int MIN_EXPONENT = -400;

  private static final int MAX_EXPONENT = 450;

  /// The binary logarithm of the scale factor for very large and very small numbers.
  private static final int SCALE = 600;

  private final Map<Long, Moments> blocks = new TreeMap<>();
  private long block;
  private final boolean hasPivot;
  private Sums tiny;
  private Sums usual;
  private Sums huge;
  private FloatSums floats;

  /// The low bits of an integer that a double may not represent; 0 if a double represents all
  /// integers of the type.
  final long restMask;

  MomentSums(ElementType type) {
    hasPivot = type.partBits() == Long.SIZE;
    restMask = hasPivot && type.isInteger() ? (1 << Long.SIZE - Double.PRECISION) - 1 : 0;
    beginBlock();
  }

  private void beginBlock() {
    tiny = new Sums(-SCALE, hasPivot);
    usual = new Sums(0, hasPivot);
    huge = new Sums(SCALE, hasPivot);
  }

  void begin(long byteOffset) {
    if (block != byteOffset / BLOCK_BYTES) {
      finishBlock();
      block = byteOffset / BLOCK_BYTES;
    }
  }

  /// Adds a finite number `count` times, up to 2⁴⁰ times over all calls.
  ///
  /// @param rest the difference between the exact integer and `number`; 0 if `number` is exact
  void add(double number, double rest, long count) {
    Sums sums = rest == 0 ? sums(number) : usual;
    sums.add(sums.scaled(number), rest, count);
  }

  private Sums sums(double largest) {
    int exponent = Math.getExponent(largest);
    return exponent >= MAX_EXPONENT ? huge : exponent < MIN_EXPONENT && largest != 0 ? tiny : usual;
  }

  /// Adds the first `count` numbers of a tile, at most [#TILE].
  ///
  /// @param rests the differences between exact integers and the numbers
  /// @param largest the largest magnitude
  void add(double[] tile, double[] rests, int count, double largest) {
    if (count > 0) {
      sums(largest).add(tile, rests, count);
    }
  }

  /// Adds the first `count` floats of a tile.
  ///
  /// @param tile the floats; the length is a multiple of [#TILE]; floats from `count` on must be 0
  /// @param largest the largest magnitude
  void add(float[] tile, int count, float largest) {
    usual.count(0, count);
    floats = floats == null ? new FloatSums() : floats;
    floats.add(tile, largest, usual);
  }

  /// Adds the floats of a tile by their frequencies.
  ///
  /// @param tile the floats; the length is a multiple of [#TILE]; floats without a frequency must
  ///   be 0
  /// @param frequencies the frequency of each float
  /// @param total the sum of the frequencies
  /// @param largest the largest magnitude
  /// @param highest the highest frequency
  void add(float[] tile, int[] frequencies, long total, float largest, int highest) {
    usual.count(0, total);
    floats = floats == null ? new FloatSums() : floats;
    floats.add(tile, frequencies, largest, highest, usual);
  }

  private void finishBlock() {
    if (floats != null) {
      floats.flush(usual);
    }
    Moments all = tiny.moments().plus(usual.moments()).plus(huge.moments());
    if (all.count() > 0) {
      blocks.merge(block, all, Moments::plus);
      beginBlock();
    }
  }

  void merge(MomentSums other) {
    other.finishBlock();
    other.blocks.forEach((key, moments) -> blocks.merge(key, moments, Moments::plus));
  }

  Moments moments() {
    finishBlock();
    return blocks.values().stream().reduce(Moments.NONE, Moments::plus);
  }

  /// Compensated sums of numbers that are scaled by a power of two.
  private static final class Sums {

    private final int exponent;
    private final boolean hasPivot;
    private long count;
    private double pivot;
    private double sum;
    private double rest;
    private double squareSum;
    private double squareRest;
    private double[] sums = {};
    private double[] rests = {};
    private double[] squareSums = {};
    private double[] squareRests = {};

    // The differences between the numbers of a tile and the pivot, and their rounding errors.
    private double[] distances = {};
    private double[] lows = {};

    Sums(int exponent, boolean hasPivot) {
      this.exponent = exponent;
      this.hasPivot = hasPivot;
    }

    double scaled(double number) {
      return exponent == 0 ? number : Math.scalb(number, -exponent);
    }

    private void count(double number, long added) {
      if (hasPivot && count == 0) {
        pivot = number;
      }
      count += added;
    }

    void add(double number, double numberRest, long times) {
      count(number, times);
      double n = times;
      double distance = number - pivot;
      double low = DoubleDouble.roundingError(number, -pivot, distance) + numberRest;
      double product = distance * n;
      double square = distance * distance;
      double squares = square * n;
      double lowSquare = Math.fma(distance, distance, -square) + (2 * distance + low) * low;
      addSums(
          product,
          Math.fma(distance, n, -product) + low * n,
          squares,
          Math.fma(square, n, -squares) + lowSquare * n);
    }

    private void addSums(double added, double addedRest, double squares, double squaresRest) {
      double total = sum + added;
      rest += DoubleDouble.roundingError(sum, added, total) + addedRest;
      sum = total;
      double squareTotal = squareSum + squares;
      squareRest += DoubleDouble.roundingError(squareSum, squares, squareTotal) + squaresRest;
      squareSum = squareTotal;
    }

    void add(double[] tile, double[] tileRests, int length) {
      if (sums.length == 0) {
        sums = new double[TILE];
        rests = new double[TILE];
        squareSums = new double[TILE];
        squareRests = new double[TILE];
        distances = new double[TILE];
        lows = new double[TILE];
      }
      count(scaled(tile[0]), length);
      // Two loops, because a longer loop would not be vectorized.
      addNumbers(tile, tileRests, length);
      addSquares(length);
    }

    private void addNumbers(double[] tile, double[] tileRests, int length) {
      double scale = scaled(1);
      double subtracted = pivot;
      for (int lane = 0; lane < length; lane++) {
        double number = tile[lane] * scale;
        double distance = number - subtracted;
        double low = DoubleDouble.roundingError(number, -subtracted, distance) + tileRests[lane];
        double before = sums[lane];
        double total = before + distance;
        sums[lane] = total;
        rests[lane] += DoubleDouble.roundingError(before, distance, total) + low;
        distances[lane] = distance;
        lows[lane] = low;
      }
    }

    private void addSquares(int length) {
      for (int lane = 0; lane < length; lane++) {
        double distance = distances[lane];
        double low = lows[lane];
        double square = distance * distance;
        double before = squareSums[lane];
        double total = before + square;
        squareSums[lane] = total;
        squareRests[lane] +=
            DoubleDouble.roundingError(before, square, total)
                + Math.fma(distance, distance, -square)
                + (2 * distance + low) * low;
      }
    }

    /// Returns the moments. Called once.
    Moments moments() {
      for (int lane = 0; lane < sums.length; lane++) {
        addSums(sums[lane], rests[lane], squareSums[lane], squareRests[lane]);
      }
      DoubleDouble total = DoubleDouble.sum(sum, rest);
      return new Moments(count, pivot, total, DoubleDouble.sum(squareSum, squareRest), exponent);
    }
  }

  /// Compensated sums of floats. Each sum starts at an offset larger than all numbers, so that
  /// subtractions yield the rounding errors without comparing magnitudes.
  private static final class FloatSums {

    private static final int MAX_ADDITIONS = 1 << 13;

    /// Upper bound for the magnitude of summands, a power of two; 0 if the sums are not started.
    private double limit;

    private double squareLimit;
    private int additions;

    private final double[] sums = new double[TILE];
    private final double[] rests = new double[TILE];
    private final double[] squareSums = new double[TILE];
    private final double[] squareRests = new double[TILE];

    void add(float[] tile, float largest, Sums target) {
      require(largest, (double) largest * largest, tile.length, target);
      for (int begin = 0; begin < tile.length; begin += TILE) {
        addLanes(tile, begin);
      }
    }

    void add(float[] tile, int[] frequencies, double largest, int highest, Sums target) {
      require(largest * highest, largest * largest * highest, tile.length, target);
      for (int begin = 0; begin < tile.length; begin += TILE) {
        addLanes(tile, frequencies, begin);
      }
    }

    private void require(double bound, double squareBound, int length, Sums target) {
      additions += length / TILE;
      if (bound >= limit || squareBound >= squareLimit || additions > MAX_ADDITIONS) {
        flush(target);
        additions = length / TILE;
        start(
            Math.scalb(4.0, Math.getExponent(bound)),
            Math.scalb(16.0, Math.getExponent(squareBound)));
      }
    }

    private void start(double newLimit, double newSquareLimit) {
      limit = newLimit;
      squareLimit = newSquareLimit;
      Arrays.fill(sums, offset(limit));
      Arrays.fill(rests, 0);
      Arrays.fill(squareSums, offset(squareLimit));
      Arrays.fill(squareRests, 0);
    }

    private static double offset(double limit) {
      return 3.0 * MAX_ADDITIONS * limit;
    }

    private void addLanes(float[] tile, int begin) {
      double[] sum = sums;
      double[] rest = rests;
      double[] squareSum = squareSums;
      double[] squareRest = squareRests;
      for (int lane = 0; lane < TILE; lane++) {
        double number = tile[begin + lane];
        double before = sum[lane];
        double total = before + number;
        sum[lane] = total;
        rest[lane] += number - (total - before);
        double square = number * number;
        double squaresBefore = squareSum[lane];
        double squares = squaresBefore + square;
        squareSum[lane] = squares;
        squareRest[lane] += square - (squares - squaresBefore);
      }
    }

    private void addLanes(float[] tile, int[] frequencies, int begin) {
      double[] sum = sums;
      double[] rest = rests;
      double[] squareSum = squareSums;
      double[] squareRest = squareRests;
      for (int lane = 0; lane < TILE; lane++) {
        double number = tile[begin + lane];
        double frequency = frequencies[begin + lane];
        double product = number * frequency;
        double before = sum[lane];
        double total = before + product;
        sum[lane] = total;
        rest[lane] += product - (total - before) + Math.fma(number, frequency, -product);
        double square = number * number;
        double added = square * frequency;
        double squaresBefore = squareSum[lane];
        double squares = squaresBefore + added;
        squareSum[lane] = squares;
        squareRest[lane] += added - (squares - squaresBefore) + Math.fma(square, frequency, -added);
      }
    }

    void flush(Sums target) {
      for (int lane = 0; limit > 0 && lane < TILE; lane++) {
        target.addSums(
            sums[lane] - offset(limit),
            rests[lane],
            squareSums[lane] - offset(squareLimit),
            squareRests[lane]);
      }
      limit = 0;
    }
  }
}
