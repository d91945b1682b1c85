package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import org.junit.jupiter.api.Test;

class FloatCountsTest {

  private static final List<Float> UNUSUAL =
      List.of(0f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e-40f, -3e38f);

  @Test
  void valuesWithFrequenciesGiveTheDistributionOfRepeatedValues() {
    for (int round = 0; round < 40; round++) {
      Random random = new Random(round);
      int count = random.nextInt(1, 3000);
      boolean hasUnusual = round % 2 == 0;
      float[] values = new float[count];
      int[] frequencies = new int[count];
      for (int i = 0; i < count; i++) {
        values[i] =
            hasUnusual && random.nextInt(500) == 0
                ? UNUSUAL.get(random.nextInt(UNUSUAL.size()))
                : (float) (2 + random.nextGaussian());
        frequencies[i] = Math.max(0, random.nextInt(8) - 2);
      }
      // The largest value does not occur.
      values[0] = Float.MAX_VALUE;
      frequencies[0] = 0;

      assertThat(Counted.allResults(tallied(values, frequencies)))
          .isEqualTo(Counted.allResults(repeated(values, frequencies)));
    }
  }

  private static Distribution tallied(float[] values, int[] frequencies) {
    FloatCounts counts = new FloatCounts(ElementType.of(Dtype.F32));
    counts.tally(0).orElseThrow().add(values, frequencies);
    return counts.result();
  }

  private static Distribution repeated(float[] values, int[] frequencies) {
    long[] codes =
        IntStream.range(0, values.length)
            .flatMap(i -> IntStream.generate(() -> i).limit(frequencies[i]))
            .mapToLong(i -> Float.floatToRawIntBits(values[i]) & 0xffff_ffffL)
            .toArray();
    FloatCounts counts = new FloatCounts(ElementType.of(Dtype.F32));
    counts.add(Counted.chunk(Dtype.F32, codes));
    return counts.result();
  }

  @Test
  void countsAboveTheRangeOfAnIntAreKept() {
    FloatCounts counts = new FloatCounts(ElementType.of(Dtype.F32));
    for (int call = 0; call < 5; call++) {
      counts.tally(0).orElseThrow().add(new float[] {1, 2}, new int[] {1 << 30, 1 << 29});
    }
    counts.tally(0).orElseThrow().add(new float[] {1, 2}, new int[] {1 << 30, 1 << 30});

    Distribution distribution = counts.result();
    assertThat(distribution.counts().finite()).isEqualTo(5 * (3L << 29) + (2L << 30));
    assertThat(distribution.summary().mean()).isEqualTo((6 * 2.0 + 5 * 2 + 4) / (6 * 2 + 5 + 2));
  }
}
