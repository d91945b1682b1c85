package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Counts codes without a file.
final class Counted {

  private Counted() {}

  /// Returns the distribution of codes, one per part, counted as one chunk.
  static Distribution of(Dtype dtype, long... codes) {
    PartCounts counts = PartCounts.of(dtype, codes.length);
    counts.add(chunk(dtype, codes));
    return counts.result();
  }

  /// Returns the distribution of encoded numbers.
  static Distribution ofNumbers(Dtype dtype, double... numbers) {
    return of(dtype, Arrays.stream(numbers).mapToLong(ElementType.of(dtype)::encode).toArray());
  }

  static Chunk chunk(Dtype dtype, long... codes) {
    MemorySegment bytes = MemorySegment.ofArray(CodeBytes.of(dtype, codes));
    return new Chunk(null, bytes, 0, codes.length);
  }

  /// Returns the distribution of codes, counted in pieces that are assigned and merged at random.
  static Distribution shared(Dtype dtype, Random random, long... codes) {
    int workers = 1 + random.nextInt(5);
    List<PartCounts> counts = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      counts.add(PartCounts.of(dtype, codes.length));
    }
    for (long[] piece : pieces(random, codes)) {
      counts.get(random.nextInt(workers)).add(chunk(dtype, piece));
    }
    while (counts.size() > 1) {
      PartCounts from = counts.remove(random.nextInt(counts.size()));
      counts.get(random.nextInt(counts.size())).merge(from);
    }
    return counts.getFirst().result();
  }

  /// Divides codes into pieces of random lengths.
  static List<long[]> pieces(Random random, long... codes) {
    List<long[]> pieces = new ArrayList<>();
    for (int begin = 0; begin < codes.length; ) {
      int end = Math.min(codes.length, begin + 1 + random.nextInt(codes.length / 2 + 1));
      pieces.add(Arrays.copyOfRange(codes, begin, end));
      begin = end;
    }
    return pieces;
  }

  /// Returns all results of a distribution, for comparison.
  static List<Object> allResults(Distribution distribution) {
    List<Object> told = new ArrayList<>();
    told.add(distribution.counts());
    told.add(distribution.summary());
    told.add(distribution.isExact());
    if (!distribution.hasFinite()) {
      return told;
    }
    told.add(distribution.min());
    told.add(distribution.max());
    for (int percent = 0; percent <= 100; percent++) {
      told.add(distribution.quantile(percent / 100.0));
      told.add(distribution.isQuantileExact(percent / 100.0));
    }
    FiniteValues values = distribution.values;
    IntStream.range(0, values.size())
        .forEach(i -> told.add(List.of(values.first(i), values.last(i), values.count(i))));
    return told;
  }
}
