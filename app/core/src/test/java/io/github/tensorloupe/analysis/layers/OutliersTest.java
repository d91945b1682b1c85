package io.github.tensorloupe.analysis.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutliersTest {

  private static List<Outlier> outliers(double... scales) {
    return Outliers.of(stackOf(scales.length), tensor -> scales[tensor]);
  }

  private static LayerMap stackOf(int layers) {
    return LayerMap.of(IntStream.range(0, layers).mapToObj(i -> "layers." + i + ".w").toList());
  }

  private static double[] noisy(Random random, int count, double noise) {
    return DoubleStream.generate(() -> Math.exp(noise * random.nextGaussian()))
        .limit(count)
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, 0.1})
  void tensorTenTimesOffAmongTwelveIsFound(double factor) {
    Random random = new Random(3);
    for (int run = 0; run < 200; run++) {
      double[] scales = noisy(random, 12, 0.1);
      int planted = random.nextInt(12);
      scales[planted] = factor;

      assertThat(outliers(scales))
          .singleElement()
          .satisfies(outlier -> assertThat(outlier.tensor()).isEqualTo(planted))
          .satisfies(outlier -> assertThat(outlier.value()).isEqualTo(factor))
          .satisfies(
              outlier ->
                  assertThat(Math.signum(outlier.score()))
                      .isEqualTo(Math.signum(Math.log(factor))));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 12, 32, 80, 200})
  void steadyGrowthOverTheLayersMakesNone(int layers) {
    double[] scales =
        IntStream.range(0, layers).mapToDouble(layer -> Math.pow(1.05, layer)).toArray();

    assertThat(outliers(scales)).isEmpty();
  }

  @Test
  void smallDifferenceAmongEqualsIsNone() {
    assertThat(outliers(1, 1, 1, 1, 1, 1, 1, 1.9)).isEmpty();
    assertThat(outliers(1, 1, 1, 1, 1, 1, 1, 1 / 1.9)).isEmpty();
    assertThat(outliers(1, 1, 1, 1, 1, 1, 1, 2.1)).hasSize(1);
  }

  @Test
  void scoreCountsRobustDeviations() {
    // The logarithms are -2, -1, 0, 0, 1, 2, 12: their median is 0 and the median distance from it
    // is 1.
    double[] scales = DoubleStream.of(-2, -1, 0, 0, 1, 2, 12).map(Math::exp).toArray();

    assertThat(outliers(scales))
        .singleElement()
        .satisfies(outlier -> assertThat(outlier.score()).isCloseTo(12 / 1.4826, within(1e-9)))
        .satisfies(outlier -> assertThat(outlier.factor()).isCloseTo(Math.exp(12), within(1e-3)));
  }

  @Test
  void fewerThanSixKnownTensorsHaveNone() {
    assertThat(outliers(1, 1, 1, 1, 100)).isEmpty();
    assertThat(outliers(1, 1, 1, 1, 1, 100)).hasSize(1);
    assertThat(outliers(1, 1, 1, 1, Double.NaN, 100)).isEmpty();
  }

  @Test
  void zerosAndUnknownScalesAreLeftOut() {
    assertThat(outliers(0, 0, 0, 0, 0, 0, 0, 1)).isEmpty();
    assertThat(outliers(1, 1, 1, 1, 1, 1, 0, Double.NaN, Double.POSITIVE_INFINITY, 9))
        .extracting(Outlier::tensor)
        .containsExactly(9);
  }

  @Test
  void rolesAreNotComparedWithEachOther() {
    List<String> names = new ArrayList<>();
    for (int layer = 0; layer < 12; layer++) {
      names.add("layers." + layer + ".norm");
      names.add("layers." + layer + ".proj");
    }

    assertThat(Outliers.of(LayerMap.of(names), tensor -> tensor % 2 == 0 ? 100 : 0.01)).isEmpty();
  }

  @Test
  void scaleOfTheWholeModelDoesNotMatter() {
    Random random = new Random(5);
    for (int run = 0; run < 200; run++) {
      double[] scales = noisy(random, 6 + random.nextInt(60), 2);
      Arrays.setAll(scales, i -> random.nextInt(10) == 0 ? scales[i] * 1e4 : scales[i]);
      double[] scaled = Arrays.stream(scales).map(scale -> Math.scalb(scale, -60)).toArray();

      assertThat(outliers(scaled).stream().map(OutliersTest::tensorAndScore))
          .containsExactlyElementsOf(
              outliers(scales).stream().map(OutliersTest::tensorAndScore).toList());
    }
  }

  private static List<Number> tensorAndScore(Outlier outlier) {
    return List.of(outlier.tensor(), outlier.score());
  }

  @Test
  void orderOfTheTensorsDoesNotMatter() {
    Random random = new Random(6);
    for (int run = 0; run < 200; run++) {
      List<Double> scales = new ArrayList<>(Arrays.stream(noisy(random, 20, 0.5)).boxed().toList());
      scales.set(0, 1e6);
      scales.set(1, 1e-6);
      List<List<Double>> before = valuesAndScores(scales);
      Collections.shuffle(scales, random);

      assertThat(valuesAndScores(scales)).isEqualTo(before);
    }
  }

  private static List<List<Double>> valuesAndScores(List<Double> scales) {
    return outliers(scales.stream().mapToDouble(Double::doubleValue).toArray()).stream()
        .map(outlier -> List.of(outlier.value(), outlier.score(), outlier.median()))
        .sorted((left, right) -> Double.compare(left.getFirst(), right.getFirst()))
        .toList();
  }
}
