package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.PartialCounts;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;

/// Makes the figures of two tensors of one shape, chunk by chunk. Not thread-safe.
///
/// Tiles of finite numbers that a `double` holds with their squares go through loops that become
/// vector instructions; the others are looked at one by one.
final class FigureCounts implements PartialCounts<FigureCounts, Figures>, PairChunks.PairCounts {

  private static final int TILE = PartReader.TILE;

  /// What a thread needs to read pairs of two dtypes; used again for the next pair.
  static final class Tiles {

    private final PartReader a;
    private final PartReader b;
    private final LaneSums lanes = new LaneSums();
    private final double[] deltas = new double[TILE];
    private final double[] finiteA = new double[TILE];
    private final double[] finiteB = new double[TILE];

    Tiles(Dtype a, Dtype b) {
      ElementType typeA = ElementType.of(a);
      ElementType typeB = ElementType.of(b);
      this.a = new PartReader(typeA, typeA.partsPerElement() < typeB.partsPerElement());
      this.b = new PartReader(typeB, typeB.partsPerElement() < typeA.partsPerElement());
    }
  }

  private final TensorInfo info;
  private final Tiles tiles;
  private final PartReader readerA;
  private final PartReader readerB;
  private final boolean isOneDtype;
  private final boolean hasUlps;
  private final boolean areIntegers;
  private final int partsPerElement;
  private final PairSums sums = new PairSums();
  private final LargestDelta largest = new LargestDelta();
  private final BitTally tally;
  private long partCount;
  private long changed;
  private long changedCodes;
  private long nonFinite;
  private long changedNonFinite;
  private long signFlips;

  /// Unsigned.
  private long maxUlp;

  private long firstChanged = Long.MAX_VALUE;

  /// @param info of the base
  FigureCounts(TensorInfo info, Tiles tiles) {
    this.info = info;
    this.tiles = tiles;
    readerA = tiles.a;
    readerB = tiles.b;
    isOneDtype = readerA.type == readerB.type;
    hasUlps = isOneDtype && !readerA.type.isInteger();
    areIntegers = readerA.type.isInteger() && readerB.type.isInteger();
    partsPerElement = Math.max(readerA.type.partsPerElement(), readerB.type.partsPerElement());
    tally = new BitTally(readerA.type.partBits());
  }

  @Override
  public void add(MemorySegment a, MemorySegment b, long firstPart, int count) {
    partCount += count;
    // The sum of each block is added to the exact one: the size of chunks makes no difference.
    for (int begin = 0; begin < count; begin += PairChunks.BLOCK_PARTS) {
      int end = Math.min(count, begin + PairChunks.BLOCK_PARTS);
      for (int first = begin; first < end; first += TILE) {
        addTile(a, b, firstPart, first, Math.min(TILE, end - first));
      }
      tiles.lanes.settle(sums);
    }
  }

  private void addTile(MemorySegment a, MemorySegment b, long firstPart, int first, int count) {
    boolean fast =
        readerA.readFast(a, first, count) && (a == b || readerB.readFast(b, first, count));
    if (!fast) {
      addSlowly(a, b, firstPart, first, count);
      return;
    }
    if (a == b || isOneDtype && haveEqualCodes(count)) {
      tiles.lanes.addEqual(readerA.values, count);
      if (largest.mayGrow(0)) {
        largest.consider(0, 0, 0, 0, firstPart + first);
      }
      return;
    }
    tiles.lanes.add(readerA.values, readerB.values, count);
    findLargest(firstPart + first, count);
    if (isOneDtype) {
      addBits(a, b, first, count);
    }
    long changedBefore = changed + changedCodes;
    if (isOneDtype && readerA.isSignMagnitude()) {
      compareCodes(count);
    } else {
      compareValues(count);
    }
    if (firstChanged == Long.MAX_VALUE && changed + changedCodes > changedBefore) {
      noteFirst(firstPart + first, count);
    }
  }

  boolean haveEqualCodes(int count) {
    int[] left = readerA.bits;
    int[] right = readerB.bits;
    int any = 0;
    for (int i = 0; i < count; i++) {
      any |= left[i] ^ right[i];
    }
    return any == 0;
  }

  void findLargest(long firstPart, int count) {
    double[] left = readerA.values;
    double[] right = readerB.values;
    double most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, Math.abs(right[i] - left[i]));
    }
    if (largest.mayGrow(most)) {
      for (int i = 0; i < count; i++) {
        if (Math.abs(right[i] - left[i]) == most) {
          largest.consider(left[i], 0, right[i], 0, firstPart + i);
        }
      }
    }
  }

  private void addBits(MemorySegment a, MemorySegment b, int first, int count) {
    long begin = readerA.byteOffset(first);
    long byteCount = Math.ceilDiv((long) count * readerA.type.partBits(), Byte.SIZE);
    tally.add(a.asSlice(begin, byteCount), b.asSlice(begin, byteCount));
  }

  /// Compares codes of a sign and a magnitude, finite ones.
  void compareCodes(int count) {
    int shift = Integer.SIZE - readerA.type.partBits();
    int[] left = readerA.bits;
    int[] right = readerB.bits;
    int codes = 0;
    int zeros = 0;
    int flips = 0;
    for (int i = 0; i < count; i++) {
      int difference = (left[i] ^ right[i]) << shift;
      int magnitudeA = left[i] << shift & Integer.MAX_VALUE;
      int magnitudeB = right[i] << shift & Integer.MAX_VALUE;
      codes += (difference | -difference) >>> 31;
      // Of −0 and +0 only the signs differ.
      zeros += (difference & ~-(magnitudeA | magnitudeB)) >>> 31;
      flips += (difference & -magnitudeA & -magnitudeB) >>> 31;
    }
    changedCodes += codes;
    changed += codes - zeros;
    signFlips += flips;
    int farthest = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int orderedA = ordered(left[i] << shift);
      int orderedB = ordered(right[i] << shift);
      int distance = Math.max(orderedA, orderedB) - Math.min(orderedA, orderedB);
      farthest = Math.max(farthest, distance ^ Integer.MIN_VALUE);
    }
    maxUlp = Math.max(maxUlp, Integer.toUnsignedLong(farthest ^ Integer.MIN_VALUE) >>> shift);
  }

  private static int ordered(int signAndMagnitude) {
    int sign = signAndMagnitude >> 31;
    return ((signAndMagnitude & Integer.MAX_VALUE) ^ sign) - sign;
  }

  private void compareValues(int count) {
    for (int i = 0; i < count; i++) {
      double left = readerA.values[i];
      double right = readerB.values[i];
      if (left != right) {
        changed++;
        signFlips += left < 0 && right > 0 || left > 0 && right < 0 ? 1 : 0;
        if (isOneDtype) {
          changedCodes++;
          maxUlp = Math.max(maxUlp, Math.abs((long) readerA.bits[i] - readerB.bits[i]));
        }
      }
    }
  }

  private void noteFirst(long firstPart, int count) {
    for (int i = 0; i < count; i++) {
      if (isOneDtype
          ? readerA.bits[i] != readerB.bits[i]
          : readerA.values[i] != readerB.values[i]) {
        firstChanged = firstPart + i;
        return;
      }
    }
  }

  private void addSlowly(MemorySegment a, MemorySegment b, long firstPart, int first, int count) {
    readerA.read(a, first, count);
    readerB.read(b, first, count);
    if (isOneDtype && a != b) {
      addBits(a, b, first, count);
    }
    int finite = 0;
    for (int i = 0; i < count; i++) {
      double left = readerA.values[i];
      double right = readerB.values[i];
      boolean isChanged = isChanged(i);
      boolean isCodeChanged = isOneDtype && readerA.codes[i] != readerB.codes[i];
      changed += isChanged ? 1 : 0;
      changedCodes += isCodeChanged ? 1 : 0;
      if (isChanged || isCodeChanged) {
        firstChanged = Math.min(firstChanged, firstPart + first + i);
      }
      if (!Double.isFinite(left) || !Double.isFinite(right)) {
        nonFinite++;
        changedNonFinite += isChanged ? 1 : 0;
        continue;
      }
      signFlips += left < 0 && right > 0 || left > 0 && right < 0 ? 1 : 0;
      addUlp(readerA.codes[i], readerB.codes[i]);
      double delta = right - left + (readerB.rests[i] - readerA.rests[i]);
      if (largest.mayGrow(Math.abs(delta))) {
        largest.consider(left, readerA.rests[i], right, readerB.rests[i], firstPart + first + i);
      }
      tiles.finiteA[finite] = left;
      tiles.finiteB[finite] = right;
      tiles.deltas[finite++] = delta;
    }
    sums.add(tiles.finiteA, tiles.finiteB, tiles.deltas, finite);
  }

  private boolean isChanged(int i) {
    double left = readerA.values[i];
    double right = readerB.values[i];
    boolean isEqual = left == right && readerA.rests[i] == readerB.rests[i];
    return !isEqual && !(Double.isNaN(left) && Double.isNaN(right));
  }

  private void addUlp(long codeA, long codeB) {
    if (hasUlps && codeA != codeB) {
      long left = readerA.ordered(codeA);
      long right = readerA.ordered(codeB);
      long distance = Math.max(left, right) - Math.min(left, right);
      if (Long.compareUnsigned(distance, maxUlp) > 0) {
        maxUlp = distance;
      }
    }
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
    if (Long.compareUnsigned(other.maxUlp, maxUlp) > 0) {
      maxUlp = other.maxUlp;
    }
    firstChanged = Math.min(firstChanged, other.firstChanged);
  }

  @Override
  public Figures result() {
    long count = partCount - nonFinite;
    OptionalLong largestPart = largest.part();
    OptionalLong element =
        largestPart.isPresent()
            ? OptionalLong.of(largestPart.getAsLong() / partsPerElement)
            : largestPart;
    return new Figures(
        changed,
        isOneDtype ? OptionalLong.of(changedCodes) : OptionalLong.empty(),
        OptionalLong.of(nonFinite),
        changedNonFinite,
        firstChanged == Long.MAX_VALUE
            ? OptionalLong.empty()
            : OptionalLong.of(firstChanged / partsPerElement),
        largest.magnitude(areIntegers),
        element,
        (int) (largestPart.orElse(0) % partsPerElement),
        index(largestPart),
        sums.meanAbs(count),
        sums.rms(count),
        sums.relativeL2(),
        sums.cosine(),
        signFlips,
        hasUlps && count > 0
            ? Optional.of(new BigInteger(Long.toUnsignedString(maxUlp)))
            : Optional.empty(),
        isOneDtype ? Optional.of(tally.counts()) : Optional.empty(),
        Optional.of(sums.squareOfA()),
        sums.squareOfDelta());
  }

  private Optional<List<Long>> index(OptionalLong part) {
    if (part.isEmpty()) {
      return Optional.empty();
    }
    LinkedList<Long> index = new LinkedList<>();
    if (partsPerElement > 1) {
      index.add(part.getAsLong() % partsPerElement);
    }
    long rest = part.getAsLong() / partsPerElement;
    for (int axis = info.shape().rank() - 1; axis >= 0; axis--) {
      index.addFirst(rest % info.shape().dimension(axis));
      rest /= info.shape().dimension(axis);
    }
    return Optional.of(index);
  }
}
