package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.CodeTally.MomentSums;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FloatMomentsTest {

  private static void assertExact(float... values) {
    FloatMoments moments = new FloatMoments();
    MomentSums expected = new MomentSums();
    float smallest = Float.MAX_VALUE;
    float largest = 0;
    for (float value : values) {
      expected.add(value, 1);
      largest = Math.max(largest, Math.abs(value));
      smallest = value == 0 ? smallest : Math.min(smallest, Math.abs(value));
    }
    float[] tile = new float[FloatMoments.TILE];
    Arrays.fill(tile, Float.NaN);
    System.arraycopy(values, 0, tile, 0, values.length);
    moments.add(tile, values.length, smallest, largest);
    assertThat(Counted.exact(moments.moments())).isEqualTo(Counted.exact(expected.moments()));
  }

  @Test
  void tilesOfAnyRangeOfExponentsAreAddedUpExactly() {
    Random random = new Random(81);
    for (int range = 0; range < 60; range++) {
      for (int round = 0; round < 20; round++) {
        int lowest = random.nextInt(-126, 127 - range);
        int count = 1 + random.nextInt(FloatMoments.TILE);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
          float significand = 1 + random.nextInt(1 << 23) * 0x1p-23f;
          float value = Math.scalb(significand, lowest + random.nextInt(range + 1));
          values[i] = random.nextInt(10) == 0 ? 0 : random.nextBoolean() ? value : -value;
        }
        values[0] = Math.scalb(1f, lowest);
        assertExact(values);
      }
    }
  }

  @Test
  void largestSumsHaveRoom() {
    for (int range = 0; range < 40; range++) {
      float[] values = new float[FloatMoments.TILE];
      Arrays.fill(values, Math.nextDown(0x1p100f));
      assertExact(values);
      values[0] = Math.scalb(Math.nextUp(1f), 99 - range);
      assertExact(values);
      Arrays.fill(values, -Float.MAX_VALUE);
      assertExact(values);
      Arrays.fill(values, Float.MIN_NORMAL);
      assertExact(values);
    }
  }

  @Test
  void numbersThatOccurOftenAreAddedUpExactly() {
    Random random = new Random(82);
    for (int round = 0; round < 3000; round++) {
      int range = random.nextInt(40);
      int lowest = random.nextInt(-126, 127 - range);
      int countBound = 1 << random.nextInt(31);
      float[] tile = new float[FloatMoments.TILE];
      int[] counts = new int[FloatMoments.TILE];
      MomentSums expected = new MomentSums();
      int maxCount = 0;
      float smallest = Float.MAX_VALUE;
      float largest = 0;
      for (int i = 0; i < tile.length; i++) {
        float significand = random.nextInt(3) == 0 ? Math.nextDown(2f) : 1 + random.nextFloat();
        float value = Math.scalb(significand, lowest + random.nextInt(range + 1));
        tile[i] = random.nextInt(10) == 0 ? 0 : random.nextBoolean() ? value : -value;
        counts[i] = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(countBound);
        expected.add(tile[i], counts[i]);
        maxCount = Math.max(maxCount, counts[i]);
        largest = Math.max(largest, Math.abs(tile[i]));
        smallest = tile[i] == 0 ? smallest : Math.min(smallest, Math.abs(tile[i]));
      }
      FloatMoments moments = new FloatMoments();
      moments.add(tile, counts, maxCount, smallest, largest);
      assertThat(Counted.exact(moments.moments())).isEqualTo(Counted.exact(expected.moments()));
    }
  }
}
