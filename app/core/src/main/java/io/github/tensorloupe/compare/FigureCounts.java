package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.PartialCounts;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Quantities;

/// The figures of two tensors of equal shape, computed chunk by chunk. Not thread-safe.
///
/// Vectorized loops process tiles of finite numbers that `float` represents exactly. Other tiles
/// are processed number by number.
final class FigureCounts implements PartialCounts<FigureCounts> {

  private static final int TILE = FloatTile.SIZE;
  private static final int MAGNITUDE = Integer.MAX_VALUE;
  private static final int INFINITY = 0x7f80_0000;

  /// The buffers of a thread for a combination of dtypes. Reused for the next pair of tensors.
  static final class Tiles {

    private final PartPair parts;
    private final boolean areFloats;

    /// True if the distance of two codes equals the distance of their `float` bits.
    private final boolean haveFloatUlps;

    private final FloatTile a;
    private final FloatTile b;
    private final PairSums.LaneSums lanes = new PairSums.LaneSums();
    private final long[] codesA = new long[TILE];
    private final long[] codesB = new long[TILE];
    private final double[] finiteA = new double[TILE];
    private final double[] finiteB = new double[TILE];
    private final double[] deltas = new double[TILE];

    Tiles(PartPair parts) {
      this.parts = parts;
      areFloats =
          FloatTile.holds(parts.a())
              && FloatTile.holds(parts.b())
              && parts.a().partsPerElement() == parts.b().partsPerElement();
      haveFloatUlps = parts.haveUlps() && FloatTile.hasFloatCodes(parts.a());
      a = new FloatTile(parts.a(), parts.isOneDtype());
      b = new FloatTile(parts.b(), parts.isOneDtype());
    }
  }

  private final TensorInfo info;
  private final Tiles tiles;
  private final PartPair parts;
  private final PairSums sums = new PairSums();
  private final LargestDelta largest = new LargestDelta();
  private final BitTally tally;
  private long partCount;
  private long changed;
  private long changedCodes;
  private long nonFinite;
  private long changedNonFinite;
  private long signFlips;
  private long maxUlp;
  private long firstChanged = Long.MAX_VALUE;

  FigureCounts(TensorInfo info, Tiles tiles) {
    this.info = info;
    this.tiles = tiles;
    parts = tiles.parts;
    tally = new BitTally(parts.a().partBits());
  }

  /// @param firstPart the index of the first part, a multiple of [PairChunks#BLOCK_PARTS]
  void add(MemorySegment a, MemorySegment b, long firstPart, int count) {
    partCount += count;
    // Sums are rounded only within blocks, so the result does not depend on the chunk size.
    for (int begin = 0; begin < count; begin += PairChunks.BLOCK_PARTS) {
      int end = Math.min(count, begin + PairChunks.BLOCK_PARTS);
      long differentBefore = changedCodes;
      for (int first = begin; first < end; first += TILE) {
        addTile(a, b, firstPart, first, Math.min(TILE, end - first));
      }
      tiles.lanes.flush(sums);
      if (changedCodes > differentBefore) {
        long offset = (long) begin * parts.a().partBits() / Byte.SIZE;
        long byteCount = Math.ceilDiv((long) (end - begin) * parts.a().partBits(), Byte.SIZE);
        tally.add(a.asSlice(offset, byteCount), b.asSlice(offset, byteCount));
      }
    }
  }

  private void addTile(MemorySegment a, MemorySegment b, long firstPart, int first, int count) {
    if (tiles.areFloats) {
      tiles.a.read(a, first, count);
      tiles.b.read(b, first, count);
    }
    if (!tiles.areFloats || !addFloats(firstPart + first, count)) {
      addOneByOne(a, b, firstPart, first, count);
    }
  }

  /// Adds the numbers of both tiles. Does nothing and returns false if any number is not finite.
  private boolean addFloats(long firstPart, int count) {
    int[] left = tiles.a.bits;
    int[] right = tiles.b.bits;
    int different = 0;
    int differences = 0;
    int farthest = 0;
    int maxMagnitude = 0;
    for (int i = 0; i < TILE; i++) {
      int bitsA = left[i];
      int bitsB = right[i];
      int difference = bitsA ^ bitsB;
      different += (difference | -difference) >>> Integer.SIZE - 1;
      differences |= difference;
      int higher = Math.max(bitsA & MAGNITUDE, bitsB & MAGNITUDE);
      int lower = Math.min(bitsA & MAGNITUDE, bitsB & MAGNITUDE);
      farthest = Math.max(farthest, higher - lower);
      maxMagnitude = Math.max(maxMagnitude, higher);
    }
    if (maxMagnitude >= INFINITY) {
      return false;
    }
    tiles.lanes.add(tiles.a, tiles.b);
    // Finite floats differ exactly if their codes differ, except for the sign of zero.
    changed += different;
    changedCodes += parts.isOneDtype() ? different : 0;
    if (tiles.haveFloatUlps) {
      addUlps(farthest >>> Integer.SIZE - parts.a().partBits());
    }
    if (different > 0) {
      addDifferences(differences < 0, firstPart, count);
    } else if (largest.mayExceedLargest(0)) {
      largest.consider(0, 0, 0, 0, firstPart);
    }
    return true;
  }

  private void addDifferences(boolean areOfSign, long firstPart, int count) {
    if (areOfSign) {
      addSigns();
    }
    if (parts.haveUlps() && !tiles.haveFloatUlps) {
      addUlps(farthest(tiles.a.ordered, tiles.b.ordered));
    }
    if (firstChanged == Long.MAX_VALUE) {
      noteFirst(firstPart, count);
    }
    float[] left = tiles.a.floats;
    float[] right = tiles.b.floats;
    float maxDifference = 0;
    for (int i = 0; i < TILE; i++) {
      maxDifference = Math.max(maxDifference, Math.abs(right[i] - left[i]));
    }
    if (largest.mayExceedLargest(maxDifference)) {
      for (int i = 0; i < count; i++) {
        if (Math.abs(right[i] - left[i]) == maxDifference) {
          largest.consider(left[i], 0, right[i], 0, firstPart + tiles.a.partAt(i, count));
        }
      }
    }
  }

  private static int farthest(int[] left, int[] right) {
    int farthest = 0;
    for (int i = 0; i < TILE; i++) {
      farthest = Math.max(farthest, Math.max(left[i], right[i]) - Math.min(left[i], right[i]));
    }
    return farthest;
  }

  /// Corrects the counts for pairs of numbers with different signs.
  private void addSigns() {
    for (int i = 0; i < TILE; i++) {
      int bitsA = tiles.a.bits[i];
      int bitsB = tiles.b.bits[i];
      if ((bitsA ^ bitsB) < 0) {
        int magnitudeA = bitsA & MAGNITUDE;
        int magnitudeB = bitsB & MAGNITUDE;
        changed -= (magnitudeA | magnitudeB) == 0 ? 1 : 0;
        signFlips += magnitudeA != 0 && magnitudeB != 0 ? 1 : 0;
        if (tiles.haveFloatUlps) {
          long distance = (long) magnitudeA + magnitudeB;
          addUlps(distance >>> Integer.SIZE - parts.a().partBits());
        }
      }
    }
  }

  private void addUlps(long unsigned) {
    if (Long.compareUnsigned(unsigned, maxUlp) > 0) {
      maxUlp = unsigned;
    }
  }

  private void noteFirst(long firstPart, int count) {
    for (int i = 0; i < count; i++) {
      int bitsA = tiles.a.bits[i];
      int bitsB = tiles.b.bits[i];
      if (parts.isOneDtype() ? bitsA != bitsB : tiles.a.floats[i] != tiles.b.floats[i]) {
        firstChanged = Math.min(firstChanged, firstPart + tiles.a.partAt(i, count));
      }
    }
  }

  private void addOneByOne(MemorySegment a, MemorySegment b, long firstPart, int first, int count) {
    int spreadA = readCodes(parts.a(), a, first, count, tiles.codesA);
    int spreadB = readCodes(parts.b(), b, first, count, tiles.codesB);
    int finite = 0;
    for (int i = 0; i < count; i++) {
      int part = i % parts.count();
      long codeA = tiles.codesA[i / spreadA];
      long codeB = tiles.codesB[i / spreadB];
      boolean isChanged = parts.isValueChanged(part, codeA, codeB);
      boolean isCodeChanged = parts.isOneDtype() && codeA != codeB;
      changed += isChanged ? 1 : 0;
      changedCodes += isCodeChanged ? 1 : 0;
      if (isChanged || isCodeChanged) {
        firstChanged = Math.min(firstChanged, firstPart + first + i);
      }
      double left = PartPair.value(parts.a(), part, codeA);
      double right = PartPair.value(parts.b(), part, codeB);
      if (!Double.isFinite(left) || !Double.isFinite(right)) {
        nonFinite++;
        changedNonFinite += isChanged ? 1 : 0;
        continue;
      }
      signFlips += left < 0 && right > 0 || left > 0 && right < 0 ? 1 : 0;
      if (parts.haveUlps()) {
        addUlps(parts.ulps(codeA, codeB));
      }
      double restA = PartPair.rest(parts.a(), codeA);
      double restB = PartPair.rest(parts.b(), codeB);
      double delta = right - left + (restB - restA);
      if (largest.mayExceedLargest(Math.abs(delta))) {
        largest.consider(left, restA, right, restB, firstPart + first + i);
      }
      tiles.finiteA[finite] = left;
      tiles.finiteB[finite] = right;
      tiles.deltas[finite++] = delta;
    }
    sums.add(tiles.finiteA, tiles.finiteB, tiles.deltas, finite);
  }

  /// Reads the codes of a tile. Returns the number of combined parts per code: 2 if only the other
  /// side is complex, otherwise 1.
  private int readCodes(ElementType type, MemorySegment bytes, int first, int count, long[] codes) {
    int spread = parts.count() / type.partsPerElement();
    type.codes(bytes, first / spread, codes, Math.ceilDiv(count, spread));
    return spread;
  }

  @Override
  public void merge(FigureCounts other) {
    sums.merge(other.sums);
    largest.merge(other.largest);
    tally.merge(other.tally);
    partCount += other.partCount;
    changed += other.changed;
    changedCodes += other.changedCodes;
    nonFinite += other.nonFinite;
    changedNonFinite += other.changedNonFinite;
    signFlips += other.signFlips;
    addUlps(other.maxUlp);
    firstChanged = Math.min(firstChanged, other.firstChanged);
  }

  Figures result() {
    long count = partCount - nonFinite;
    int partsPerElement = parts.count();
    long largestPart = largest.part();
    return new Figures(
        changed,
        parts.isOneDtype() ? OptionalLong.of(changedCodes) : OptionalLong.empty(),
        OptionalLong.of(nonFinite),
        changedNonFinite,
        firstChanged == Long.MAX_VALUE
            ? OptionalLong.empty()
            : OptionalLong.of(firstChanged / partsPerElement),
        largest.magnitude(parts.a().isInteger() && parts.b().isInteger()),
        largestPart < 0 ? OptionalLong.empty() : OptionalLong.of(largestPart / partsPerElement),
        largestPart < 0 ? Optional.empty() : Optional.of(index(largestPart, partsPerElement)),
        sums.meanAbs(count),
        sums.rms(count),
        sums.relativeL2(),
        sums.cosine(),
        signFlips,
        parts.haveUlps() && count > 0 ? Optional.of(Quantities.exact(maxUlp)) : Optional.empty(),
        parts.isOneDtype() ? Optional.of(tally.counts()) : Optional.empty(),
        Optional.of(sums.squareOfA()),
        sums.squareOfDelta());
  }

  private List<Long> index(long part, int partsPerElement) {
    LongStream element = LongStream.of(new ElementPosition(info, part / partsPerElement).indexes());
    LongStream ofPart = LongStream.of(part % partsPerElement);
    return (partsPerElement > 1 ? LongStream.concat(element, ofPart) : element).boxed().toList();
  }
}
