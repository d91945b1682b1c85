package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.PartialCounts;
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

    private final PartTiles parts;
    private final LaneSums lanes = new LaneSums();
    private final FixedSums fixed = new FixedSums();
    private final double[] deltas = new double[TILE];
    private final double[] finiteA = new double[TILE];
    private final double[] finiteB = new double[TILE];

    Tiles(Dtype a, Dtype b) {
      parts = new PartTiles(a, b);
    }
  }

  private final TensorInfo info;
  private final Tiles tiles;
  private final PartTiles parts;
  private final PartReader readerA;
  private final PartReader readerB;
  private final boolean isOneDtype;
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
    parts = tiles.parts;
    readerA = parts.a;
    readerB = parts.b;
    isOneDtype = parts.isOneDtype;
    tally = new BitTally(readerA.type.partBits());
  }

  @Override
  public void add(MemorySegment a, MemorySegment b, long firstPart, int count) {
    partCount += count;
    // The sum of each block is added to the exact one: the size of chunks makes no difference.
    for (int begin = 0; begin < count; begin += PairChunks.BLOCK_PARTS) {
      int end = Math.min(count, begin + PairChunks.BLOCK_PARTS);
      long differentBefore = changedCodes;
      for (int first = begin; first < end; first += TILE) {
        addTile(a, b, firstPart, first, Math.min(TILE, end - first));
      }
      tiles.lanes.settle(sums);
      if (changedCodes > differentBefore) {
        addBits(a, b, begin, end - begin);
      }
    }
  }

  private void addTile(MemorySegment a, MemorySegment b, long firstPart, int first, int count) {
    boolean fast =
        readerA.readFast(a, first, count) && (a == b || readerB.readFast(b, first, count));
    if (!fast) {
      addSlowly(a, b, firstPart, first, count);
      return;
    }
    int different = a == b ? 0 : countCodes(count);
    if (different == 0 && isOneDtype) {
      tiles.lanes.addEqual(readerA.floats, count);
      if (largest.mayGrow(0)) {
        largest.consider(0, 0, 0, 0, firstPart + first);
      }
      return;
    }
    addSums(firstPart + first, count);
    long changedBefore = changed;
    if (isOneDtype && readerA.isSignMagnitude()) {
      changed += different;
      compareCodes(count);
    } else {
      compareValues(count);
    }
    if (isOneDtype) {
      changedCodes += different;
    }
    if (firstChanged == Long.MAX_VALUE && (changed > changedBefore || isOneDtype)) {
      noteFirst(firstPart + first, count);
    }
  }

  private void addSums(long firstPart, int count) {
    if (!tiles.fixed.add(readerA, readerB, count, firstPart, sums, largest)) {
      findLargest(firstPart, count);
      tiles.lanes.add(readerA.floats, readerB.floats, count);
    }
  }

  private int countCodes(int count) {
    int[] left = readerA.bits;
    int[] right = readerB.bits;
    int different = 0;
    for (int i = 0; i < count; i++) {
      int difference = left[i] ^ right[i];
      different += (difference | -difference) >>> 31;
    }
    return different;
  }

  private void findLargest(long firstPart, int count) {
    float[] left = readerA.floats;
    float[] right = readerB.floats;
    float most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, Math.abs(right[i] - left[i]));
    }
    if (largest.mayGrow(most)) {
      for (int i = 0; i < count; i++) {
        if (Math.abs(right[i] - left[i]) == most) {
          largest.consider(left[i], 0, right[i], 0, firstPart + readerA.partAt(i));
        }
      }
    }
  }

  private void addBits(MemorySegment a, MemorySegment b, int first, int count) {
    long begin = readerA.byteOffset(first);
    long byteCount = Math.ceilDiv((long) count * readerA.type.partBits(), Byte.SIZE);
    tally.add(a.asSlice(begin, byteCount), b.asSlice(begin, byteCount));
  }

  /// Compares codes of a sign and a magnitude, finite ones, that were counted already.
  private void compareCodes(int count) {
    int[] left = readerA.bits;
    int[] right = readerB.bits;
    int zeros = 0;
    int flips = 0;
    for (int i = 0; i < count; i++) {
      int difference = left[i] ^ right[i];
      int magnitudeA = left[i] & Integer.MAX_VALUE;
      int magnitudeB = right[i] & Integer.MAX_VALUE;
      // Of −0 and +0 only the signs differ.
      zeros += (difference & ~-(magnitudeA | magnitudeB)) >>> 31;
      flips += (difference & -magnitudeA & -magnitudeB) >>> 31;
    }
    changed -= zeros;
    signFlips += flips;
    int farthest = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int orderedA = ordered(left[i]);
      int orderedB = ordered(right[i]);
      int distance = Math.max(orderedA, orderedB) - Math.min(orderedA, orderedB);
      farthest = Math.max(farthest, distance ^ Integer.MIN_VALUE);
    }
    addUlps(
        Integer.toUnsignedLong(farthest ^ Integer.MIN_VALUE)
            >>> Integer.SIZE - readerA.type.partBits());
  }

  private static int ordered(int signAndMagnitude) {
    int sign = signAndMagnitude >> 31;
    return ((signAndMagnitude & Integer.MAX_VALUE) ^ sign) - sign;
  }

  private void addUlps(long unsigned) {
    if (Long.compareUnsigned(unsigned, maxUlp) > 0) {
      maxUlp = unsigned;
    }
  }

  private void compareValues(int count) {
    int shift = Integer.SIZE - readerA.type.partBits();
    for (int i = 0; i < count; i++) {
      float left = readerA.floats[i];
      float right = readerB.floats[i];
      if (left != right) {
        changed++;
        signFlips += left < 0 && right > 0 || left > 0 && right < 0 ? 1 : 0;
        if (parts.haveUlps()) {
          addUlps(Math.abs((long) (readerA.bits[i] >>> shift) - (readerB.bits[i] >>> shift)));
        }
      }
    }
  }

  private void noteFirst(long firstPart, int count) {
    for (int i = 0; i < count; i++) {
      if (isOneDtype
          ? readerA.bits[i] != readerB.bits[i]
          : readerA.floats[i] != readerB.floats[i]) {
        firstChanged = Math.min(firstChanged, firstPart + readerA.partAt(i));
      }
    }
  }

  private void addSlowly(MemorySegment a, MemorySegment b, long firstPart, int first, int count) {
    parts.read(a, b, first, count);
    int finite = 0;
    for (int i = 0; i < count; i++) {
      double left = readerA.values[i];
      double right = readerB.values[i];
      boolean isChanged = parts.isChanged(i);
      changed += isChanged ? 1 : 0;
      changedCodes += parts.isCodeChanged(i) ? 1 : 0;
      if (isChanged || parts.isCodeChanged(i)) {
        firstChanged = Math.min(firstChanged, firstPart + first + i);
      }
      if (!parts.areFinite(i)) {
        nonFinite++;
        changedNonFinite += isChanged ? 1 : 0;
        continue;
      }
      signFlips += left < 0 && right > 0 || left > 0 && right < 0 ? 1 : 0;
      if (parts.haveUlps()) {
        addUlps(parts.ulps(i));
      }
      double delta = parts.delta(i);
      if (largest.mayGrow(Math.abs(delta))) {
        largest.consider(left, readerA.rests[i], right, readerB.rests[i], firstPart + first + i);
      }
      tiles.finiteA[finite] = left;
      tiles.finiteB[finite] = right;
      tiles.deltas[finite++] = delta;
    }
    sums.add(tiles.finiteA, tiles.finiteB, tiles.deltas, finite);
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

  @Override
  public Figures result() {
    long count = partCount - nonFinite;
    int partsPerElement = parts.partsPerElement;
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
        largest.magnitude(readerA.type.isInteger() && readerB.type.isInteger()),
        element,
        (int) (largestPart.orElse(0) % partsPerElement),
        index(largestPart, partsPerElement),
        sums.meanAbs(count),
        sums.rms(count),
        sums.relativeL2(),
        sums.cosine(),
        signFlips,
        parts.haveUlps() && count > 0
            ? Optional.of(new BigInteger(Long.toUnsignedString(maxUlp)))
            : Optional.empty(),
        isOneDtype ? Optional.of(tally.counts()) : Optional.empty(),
        Optional.of(sums.squareOfA()),
        sums.squareOfDelta());
  }

  private Optional<List<Long>> index(OptionalLong part, int partsPerElement) {
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
