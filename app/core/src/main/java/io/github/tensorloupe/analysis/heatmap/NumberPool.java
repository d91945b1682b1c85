package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.heatmap.SliceLines.Pool;
import io.github.tensorloupe.model.FileWindow;

/// Pools elements of any dtype, converted to doubles.
final class NumberPool implements Pool {

  /// A smaller sum of squares is imprecise, because the squares may be subnormal.
  private static final double SMALL_SUM = 0x1p-900;

  private final Pooling pooling;
  private final long positionsPerPixel;
  private final double scale;
  private final NumberReader reader;
  private final double[] numbers = new double[NumberReader.MAX_ELEMENTS];
  private final double[] squares = new double[NumberReader.MAX_ELEMENTS];
  private final double[] extremes = new double[PixelGrid.TILE_PIXELS];
  private final double[] sums = new double[PixelGrid.TILE_PIXELS];
  private final long[] counts = new long[PixelGrid.TILE_PIXELS];
  private final int[] marks = new int[PixelGrid.TILE_PIXELS];
  private long firstPixel;

  /// @param scale a power of two by which numbers are multiplied before summation
  NumberPool(SliceLines lines, Pooling pooling, double scale) {
    this.pooling = pooling;
    this.positionsPerPixel = lines.grid.columnsPerPixel();
    this.scale = scale;
    this.reader = new NumberReader(lines);
  }

  @Override
  public void begin(long firstPixel, int pixelCount) {
    this.firstPixel = firstPixel;
    Arrays.fill(extremes, 0, pixelCount, -0.0);
    Arrays.fill(sums, 0, pixelCount, 0);
    Arrays.fill(counts, 0, pixelCount, 0);
    Arrays.fill(marks, 0, pixelCount, 0);
  }

  @Override
  public void add(FileWindow window, long line, long position, int count) throws IOException {
    int present = reader.read(window, line, position, count, numbers);
    for (int begin = 0; begin < present; ) {
      long pixel = (position + begin) / positionsPerPixel;
      int end = (int) Math.min(present, (pixel + 1) * positionsPerPixel - position);
      addRun((int) (pixel - firstPixel), begin, end);
      begin = end;
    }
  }

  private void addRun(int pixel, int begin, int end) {
    if (pooling != Pooling.EXTREME && scale == 1) {
      double sum = pooling == Pooling.RMS ? squareSum(begin, end) : sum(numbers, begin, end);
      // A finite sum implies that all numbers are finite.
      if (Math.abs(sum) <= Double.MAX_VALUE) {
        sums[pixel] += sum;
        counts[pixel] += end - begin;
        return;
      }
    }
    addOneByOne(pixel, begin, end);
  }

  // Four independent sums, so that additions do not wait for each other.
  private static double sum(double[] numbers, int begin, int end) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int i = begin;
    for (; i < end - 3; i += 4) {
      first += numbers[i];
      second += numbers[i + 1];
      third += numbers[i + 2];
      fourth += numbers[i + 3];
    }
    for (; i < end; i++) {
      first += numbers[i];
    }
    return first + second + (third + fourth);
  }

  private double squareSum(int begin, int end) {
    for (int i = begin; i < end; i++) {
      squares[i] = numbers[i] * numbers[i];
    }
    return sum(squares, begin, end);
  }

  private void addOneByOne(int pixel, int begin, int end) {
    double extreme = extremes[pixel];
    double sum = sums[pixel];
    int count = 0;
    for (int i = begin; i < end; i++) {
      double number = numbers[i];
      if (Math.abs(number) <= Double.MAX_VALUE) {
        count++;
        extreme = larger(extreme, number);
        double scaled = number * scale;
        sum += pooling == Pooling.RMS ? scaled * scaled : scaled;
      } else {
        marks[pixel] |= Double.isNaN(number) ? PixelBlock.NAN : PixelBlock.INFINITE;
      }
    }
    extremes[pixel] = extreme;
    sums[pixel] = sum;
    counts[pixel] += count;
  }

  /// Returns the number of larger magnitude; of equal magnitudes, even zeros, the positive one.
  static double larger(double first, double second) {
    double difference = Math.abs(second) - Math.abs(first);
    return difference > 0 || difference == 0 && Double.compare(second, first) > 0 ? second : first;
  }

  /// Returns the scale with which a pixel must be computed again because its sum left the range of
  /// a `double`, or 1 if its sum is valid.
  double requiredScale(int pixel) {
    if (pooling == Pooling.EXTREME || scale != 1 || counts[pixel] == 0) {
      return 1;
    }
    boolean isTooSmall = pooling == Pooling.RMS && sums[pixel] < SMALL_SUM;
    return !Double.isFinite(sums[pixel]) ? 0x1p-600 : isTooSmall ? 0x1p600 : 1;
  }

  PixelNumber number(int pixel) {
    if (counts[pixel] == 0) {
      return marks[pixel] == 0 ? PixelNumber.absent() : new PixelNumber(Double.NaN, marks[pixel]);
    }
    double pooled =
        switch (pooling) {
          case EXTREME -> extremes[pixel];
          // The sign of a sum of zeros is meaningless.
          case MEAN -> sums[pixel] / counts[pixel] / scale + 0.0;
          case RMS -> Math.sqrt(sums[pixel] / counts[pixel]) / scale;
        };
    return new PixelNumber(pooled, marks[pixel]);
  }
}
