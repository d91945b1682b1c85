package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.PartialCounts;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// The distributions of two tensors of one shape and of their difference. Only elements that are
/// finite on both sides; complex elements count as two numbers.
///
/// @param values the bins of both tensors
/// @param countsA how many numbers of the base are in each
/// @param countsB the same of the newer tensor
/// @param deltas the bins of Δ, around zero: the middle one holds the numbers that did not change
///   or hardly
/// @param ulpCounts how many numbers are 0 codes apart, 1, 2 to 3, 4 to 7 …: for each bit length;
///   empty unless both are of one float dtype
public record PairDistribution(
    EvenBins values,
    List<Long> countsA,
    List<Long> countsB,
    EvenBins deltas,
    List<Long> deltaCounts,
    List<Long> ulpCounts) {

  /// Bins of one width, half-open, the last one closed.
  ///
  /// @param low where the first one begins
  /// @param high where the last one ends; below `low` where there is no number
  public record EvenBins(double low, double high, int count) {

    /// The edges, ascending, one more than bins; none where there is no number.
    public List<Double> edges() {
      return high < low ? List.of() : IntStream.rangeClosed(0, count).mapToObj(this::edge).toList();
    }

    private double edge(int i) {
      return i == count ? high : low + i * (high / count - low / count);
    }

    private int of(double value) {
      // Halved, so that nothing leaves the range of a double.
      double share = (value / 2 - low / 2) / (high / 2 - low / 2);
      return high == low ? 0 : Math.clamp((int) (share * count), 0, count - 1);
    }
  }

  /// Reads both tensors twice: for the ranges, then for the counts.
  ///
  /// @param pair of one shape, all bytes there
  /// @param binCount of the values; of Δ one more where it is even
  /// @param progress in bytes of both readings
  /// @throws io.github.tensorloupe.model.FileChangedException if a file of either side changed
  public static PairDistribution of(
      TensorPair pair, int binCount, Cancellation cancellation, Progress progress)
      throws IOException {
    TensorData a = pair.a().orElseThrow().data().orElseThrow();
    TensorData b = pair.b().orElseThrow().data().orElseThrow();
    ReadProgress read =
        new ReadProgress(2 * (a.range().byteCount() + b.range().byteCount()), progress);
    Range range =
        scan(
            a,
            b,
            () -> new Range(PartPair.of(a.info().dtype(), b.info().dtype())),
            cancellation,
            read);
    int odd = binCount | 1;
    EvenBins values = new EvenBins(range.low, range.high, binCount);
    EvenBins deltas = new EvenBins(-range.delta, range.delta, odd);
    return scan(
            a,
            b,
            () -> new Counts(PartPair.of(a.info().dtype(), b.info().dtype()), values, deltas),
            cancellation,
            read)
        .distribution();
  }

  private static <C extends PartialCounts<C, C> & PairChunks.PairCounts> C scan(
      TensorData a, TensorData b, Supplier<C> counts, Cancellation cancellation, ReadProgress read)
      throws IOException {
    List<C> found = new ArrayList<>(1);
    ChunkedScan.besideOthers()
        .<C, C>run(
            List.of(PairChunks.of(a, b)),
            _ -> counts.get(),
            (_, result) -> found.add(result),
            cancellation,
            read);
    return found.getFirst();
  }

  /// Goes over numbers that are finite on both sides.
  private abstract static class FinitePairs implements PairChunks.PairCounts {

    final PartPair parts;

    FinitePairs(PartPair parts) {
      this.parts = parts;
    }

    @Override
    public void add(MemorySegment a, MemorySegment b, long firstPart, int count) {
      for (int i = 0; i < count; i++) {
        int part = i % parts.count();
        long codeA = parts.a().code(a, i / (parts.count() / parts.a().partsPerElement()));
        long codeB = parts.b().code(b, i / (parts.count() / parts.b().partsPerElement()));
        double left = parts.valueA(part, codeA);
        double right = parts.valueB(part, codeB);
        if (Double.isFinite(left) && Double.isFinite(right)) {
          add(left, right, right - left + (parts.restB(codeB) - parts.restA(codeA)));
          if (parts.haveUlps()) {
            addUlps(parts.ulps(codeA, codeB));
          }
        }
      }
    }

    abstract void add(double left, double right, double difference);

    void addUlps(long distance) {}
  }

  private static final class Range extends FinitePairs implements PartialCounts<Range, Range> {

    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;
    private double delta = Double.NEGATIVE_INFINITY;

    Range(PartPair parts) {
      super(parts);
    }

    @Override
    void add(double left, double right, double difference) {
      low = Math.min(low, Math.min(left, right));
      high = Math.max(high, Math.max(left, right));
      delta = Math.max(delta, Math.min(Math.abs(difference), Double.MAX_VALUE));
    }

    @Override
    public void merge(Range other) {
      low = Math.min(low, other.low);
      high = Math.max(high, other.high);
      delta = Math.max(delta, other.delta);
    }

    @Override
    public Range result() {
      return this;
    }
  }

  private static final class Counts extends FinitePairs implements PartialCounts<Counts, Counts> {

    private final EvenBins values;
    private final EvenBins deltas;
    private final long[] ofA;
    private final long[] ofB;
    private final long[] ofDelta;
    private final long[] ofUlps = new long[Long.SIZE + 1];

    Counts(PartPair parts, EvenBins values, EvenBins deltas) {
      super(parts);
      this.values = values;
      this.deltas = deltas;
      ofA = new long[values.count];
      ofB = new long[values.count];
      ofDelta = new long[deltas.count];
    }

    @Override
    void add(double left, double right, double difference) {
      ofA[values.of(left)]++;
      ofB[values.of(right)]++;
      ofDelta[deltas.of(difference)]++;
    }

    @Override
    void addUlps(long distance) {
      ofUlps[Long.SIZE - Long.numberOfLeadingZeros(distance)]++;
    }

    @Override
    public void merge(Counts other) {
      addAll(ofA, other.ofA);
      addAll(ofB, other.ofB);
      addAll(ofDelta, other.ofDelta);
      addAll(ofUlps, other.ofUlps);
    }

    private static void addAll(long[] target, long[] counts) {
      Arrays.setAll(target, i -> target[i] + counts[i]);
    }

    @Override
    public Counts result() {
      return this;
    }

    private PairDistribution distribution() {
      return new PairDistribution(
          values,
          list(ofA),
          list(ofB),
          deltas,
          list(ofDelta),
          parts.haveUlps() ? list(Arrays.copyOf(ofUlps, parts.a().partBits() + 1)) : List.of());
    }

    private static List<Long> list(long[] counts) {
      return Arrays.stream(counts).boxed().toList();
    }
  }
}
