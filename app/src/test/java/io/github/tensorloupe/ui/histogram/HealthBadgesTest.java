package io.github.tensorloupe.ui.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.ui.text.Messages;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthBadgesTest {

  private static List<Badge> badges(TensorStatistics statistics) {
    return new HealthBadges(statistics, Dtype.F32, Messages.english()).list();
  }

  private static Badge badge(TensorStatistics statistics, String id) {
    return badges(statistics).stream()
        .filter(badge -> badge.id().equals("histogram-" + id))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(TensorStatistics statistics) {
    return badges(statistics).stream().map(Badge::text).toList();
  }

  @Test
  void aHealthyTensorIsAllFinite() {
    assertThat(texts(StatisticsSamples.spread(-1.0, 1.0, 6400, 0, 64)))
        .containsExactly(
            "All finite", "NaN 0", "+Inf 0", "−Inf 0", "Zero 64 (1.0 %)", "Subnormal 0");
    assertThat(badges(StatisticsSamples.spread(-1.0, 1.0, 6400, 0, 64)))
        .extracting(Badge::tone)
        .containsOnlyOnce(Tone.SUCCESS)
        .doesNotContain(Tone.DANGER, Tone.WARNING);
  }

  @Test
  void integersAreNotSaidToBeFinite() {
    TensorStatistics statistics = StatisticsSamples.spread(-1.0, 1.0, 6400, 0, 64);

    assertThat(new HealthBadges(statistics, Dtype.I64, Messages.english()).list())
        .extracting(Badge::text)
        .containsExactly("Zero 64 (1.0 %)");
  }

  @Test
  void valuesThatAreNotFiniteAreDangerous() {
    TensorStatistics statistics = StatisticsSamples.spread(-1.0, 1.0, 6400, 1600, 0);

    assertThat(badge(statistics, "verdict"))
        .isEqualTo(new Badge("histogram-verdict", "1,600 not finite", Tone.DANGER, false));
    assertThat(badge(statistics, "nan"))
        .isEqualTo(new Badge("histogram-nan", "NaN 1,600 (20.0 %)", Tone.DANGER, false));
  }

  @Test
  void infinitiesAreToldApart() {
    TensorStatistics statistics =
        new TensorStatistics(10, 0, 1, 2, 0, 0, StatisticsSamples.constant(1.0, 7, 0, 0).finite());

    assertThat(badge(statistics, "positive-infinity").text()).isEqualTo("+Inf 1 (10.0 %)");
    assertThat(badge(statistics, "negative-infinity").text()).isEqualTo("−Inf 2 (20.0 %)");
    assertThat(texts(statistics)).contains("All finite values are 1");
  }

  @Test
  void equalValuesAreCalledOut() {
    assertThat(texts(StatisticsSamples.constant(0.0, 5, 0, 5))).contains("All values are zero");
    assertThat(texts(StatisticsSamples.constant(-0.5, 5, 0, 0))).contains("All values are −0.5");
    assertThat(texts(StatisticsSamples.constant(0.0, 5, 1, 5)))
        .contains("All finite values are zero");
  }

  @Test
  void aLoneValueIsNotCalledConstant() {
    assertThat(texts(StatisticsSamples.constant(3.0, 1, 0, 0)))
        .noneMatch(text -> text.startsWith("All values"));
    assertThat(texts(StatisticsSamples.constant(0.0, 1, 0, 1))).contains("All values are zero");
  }

  @Test
  void theAbsenceOfNumbersIsCalledOut() {
    assertThat(texts(StatisticsSamples.withoutValues(4)))
        .contains("4 not finite", "No finite value");
    assertThat(texts(StatisticsSamples.withoutValues(0)))
        .contains("Empty: no values")
        .doesNotContain("All finite");
  }

  @Test
  void sharesOfComplexTensorsAreOfTheirParts() {
    TensorStatistics twoParts =
        new TensorStatistics(1, 1, 0, 0, 0, 0, StatisticsSamples.constant(1.0, 1, 0, 0).finite());

    assertThat(badge(twoParts, "nan").text()).isEqualTo("NaN 1 (50.0 %)");
  }

  @Test
  void onlyBadgesThatTellNothingMayBeLeftOut() {
    assertThat(badges(StatisticsSamples.spread(-1.0, 1.0, 6400, 9, 0)))
        .filteredOn(Badge::minor)
        .extracting(Badge::text)
        .containsExactly("+Inf 0", "−Inf 0", "Subnormal 0");
  }

  @Test
  void subnormalsAreCounted() {
    TensorStatistics statistics =
        new TensorStatistics(
            4, 0, 0, 0, 0, 2, StatisticsSamples.spread(0.0, 1.0, 4, 0, 0).finite());

    assertThat(badge(statistics, "subnormal"))
        .isEqualTo(new Badge("histogram-subnormal", "Subnormal 2 (50.0 %)", Tone.NEUTRAL, false));
  }
}
