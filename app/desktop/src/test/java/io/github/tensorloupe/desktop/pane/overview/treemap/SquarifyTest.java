package io.github.tensorloupe.desktop.pane.overview.treemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SquarifyTest {

  private static final double TINY = 1e-6;

  @Test
  void knownExampleIsLaidOutAsInThePaper() {
    List<Area> areas =
        TreemapLayout.squarify(new double[] {6, 6, 4, 3, 2, 2, 1}, new Area(0, 0, 6, 4));

    assertThat(areas.get(0)).isEqualTo(new Area(0, 0, 3, 2));
    assertThat(areas.get(1)).isEqualTo(new Area(0, 2, 3, 2));
    assertThat(areas.get(2).size()).isCloseTo(4, within(TINY));
    assertThat(areas.get(2).x()).isEqualTo(3);
    assertThat(areas.get(3).y()).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void areasAreInProportionInsideTheBoundsAndApart(long seed) {
    Random random = new Random(seed);
    double[] weights =
        random
            .doubles(1 + random.nextInt(60))
            .map(value -> -Math.pow(value, 6) * (seed % 2 == 0 ? 1e15 : 1))
            .sorted()
            .map(value -> -value)
            .toArray();
    Area bounds = new Area(7, 11, 50 + random.nextInt(900), 20 + random.nextInt(500));

    List<Area> areas = TreemapLayout.squarify(weights, bounds);

    double sum = Arrays.stream(weights).sum();
    assertThat(areas).hasSize(weights.length);
    for (int i = 0; i < weights.length; i++) {
      Area area = areas.get(i);
      assertThat(area.size()).isCloseTo(weights[i] / sum * bounds.size(), within(0.01));
      assertThat(area.x()).isGreaterThanOrEqualTo(bounds.x() - TINY);
      assertThat(area.y()).isGreaterThanOrEqualTo(bounds.y() - TINY);
      assertThat(area.x() + area.width()).isLessThanOrEqualTo(bounds.x() + bounds.width() + TINY);
      assertThat(area.y() + area.height()).isLessThanOrEqualTo(bounds.y() + bounds.height() + TINY);
      for (Area other : areas.subList(0, i)) {
        assertThat(overlap(area, other)).isLessThan(0.001);
      }
    }
  }

  private static double overlap(Area one, Area other) {
    double width =
        Math.min(one.x() + one.width(), other.x() + other.width()) - Math.max(one.x(), other.x());
    double height =
        Math.min(one.y() + one.height(), other.y() + other.height()) - Math.max(one.y(), other.y());
    return Math.max(0, width) * Math.max(0, height);
  }

  @Test
  void equalWeightsMakeNearlySquares() {
    double[] weights = new double[100];
    Arrays.fill(weights, 3);

    assertThat(TreemapLayout.squarify(weights, new Area(0, 0, 400, 300)))
        .allSatisfy(area -> assertThat(area.width() / area.height()).isBetween(0.5, 2.0));
  }

  @Test
  void whatHasNoWeightHasNoArea() {
    List<Area> areas = TreemapLayout.squarify(new double[] {1, 0, 0}, new Area(0, 0, 10, 10));

    assertThat(areas).extracting(Area::size).containsExactly(100.0, 0.0, 0.0);
  }
}
