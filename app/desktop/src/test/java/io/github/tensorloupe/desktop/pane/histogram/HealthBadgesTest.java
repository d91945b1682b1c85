package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.pane.histogram.BadgeRow.Badge;
import io.github.tensorloupe.desktop.pane.histogram.BadgeRow.HealthBadges;
import io.github.tensorloupe.desktop.pane.histogram.OccurrenceFinder.ValueClass;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.DistributionSamples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthBadgesTest {

  private static final float NAN = Float.NaN;
  private static final float INF = Float.POSITIVE_INFINITY;

  private static List<Badge> badges(float... values) {
    return badges(DistributionSamples.floats(values));
  }

  private static List<Badge> badges(Distribution distribution) {
    return new HealthBadges(distribution, true, Messages.english()).list();
  }

  private static Badge badge(List<Badge> badges, String id) {
    return badges.stream()
        .filter(badge -> badge.id().equals("histogram-" + id))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(float... values) {
    return badges(values).stream().map(Badge::text).toList();
  }

  @Test
  void aHealthyTensorIsAllFinite() {
    assertThat(texts(0, 1, 2, 3))
        .containsExactly(
            "All finite", "NaN 0", "+Inf 0", "−Inf 0", "Zero 1 (25.0 %)", "Subnormal 0");
    assertThat(badges(0, 1, 2, 3))
        .extracting(Badge::tone)
        .containsOnlyOnce(Optional.of(Tone.SUCCESS))
        .doesNotContain(Optional.of(Tone.DANGER), Optional.of(Tone.WARNING));
  }

  @Test
  void integersAreNotSaidToBeFinite() {
    assertThat(new HealthBadges(DistributionSamples.bytes(-1, 2), false, Messages.english()).list())
        .extracting(Badge::text)
        .containsExactly("Zero 1 (25.0 %)");
  }

  @Test
  void valuesThatAreNotFiniteAreDangerous() {
    List<Badge> badges = badges(1, NAN, 2, 3, 4);

    assertThat(badge(badges, "verdict").text()).isEqualTo("1 not finite");
    assertThat(badge(badges, "verdict").tone()).contains(Tone.DANGER);
    assertThat(badge(badges, "nan").text()).isEqualTo("NaN 1 (20.0 %)");
    assertThat(badge(badges, "nan").tone()).contains(Tone.DANGER);
  }

  @Test
  void infinitiesAreCountedBySign() {
    List<Badge> badges = badges(1, 1, INF, -INF, -INF);

    assertThat(badge(badges, "positive-infinity").text()).isEqualTo("+Inf 1 (20.0 %)");
    assertThat(badge(badges, "negative-infinity").text()).isEqualTo("−Inf 2 (40.0 %)");
    assertThat(badges).extracting(Badge::text).contains("All finite values are 1");
  }

  @Test
  void equalValuesAreCalledOut() {
    assertThat(texts(0, 0)).contains("All values are zero");
    assertThat(texts(-0.5f, -0.5f)).contains("All values are −0.5");
    assertThat(texts(0, 0, NAN)).contains("All finite values are zero");
  }

  @Test
  void aLoneValueIsNotCalledConstant() {
    assertThat(texts(3)).noneMatch(text -> text.startsWith("All values"));
    assertThat(texts(0)).contains("All values are zero");
  }

  @Test
  void theAbsenceOfNumbersIsCalledOut() {
    assertThat(texts(NAN, NAN)).contains("2 not finite", "No finite value");
    assertThat(texts()).contains("Empty: no values").doesNotContain("All finite");
  }

  @Test
  void sharesOfComplexTensorsAreOfTheirParts() {
    byte[] oneAndNan = {0, 0, (byte) 0x80, 0x3F, 0, 0, (byte) 0xC0, 0x7F};

    assertThat(badge(badges(DistributionSamples.tensor(Dtype.C64, oneAndNan, 1)), "nan").text())
        .isEqualTo("NaN 1 (50.0 %)");
  }

  @Test
  void onlyUninformativeBadgesAreMinor() {
    assertThat(badges(1, 2, NAN))
        .filteredOn(Badge::minor)
        .extracting(Badge::text)
        .containsExactly("+Inf 0", "−Inf 0", "Subnormal 0");
  }

  @Test
  void subnormalsAreCounted() {
    assertThat(badge(badges(1e-40f, 1), "subnormal").text()).isEqualTo("Subnormal 1 (50.0 %)");
  }

  @Test
  void whatThereIsLeadsToItsFirstOccurrence() {
    assertThat(badges(0, 1, NAN))
        .flatExtracting(badge -> badge.leadsTo().stream().toList())
        .containsExactly(ValueClass.NAN, ValueClass.ZERO);
  }

  @Test
  void everyBadgeSaysWhatItMeans() {
    assertThat(badges(0, NAN, INF, -INF))
        .allSatisfy(badge -> assertThat(badge.meaning()).isNotBlank());
    assertThat(badge(badges(NAN), "nan").meaning()).contains("0/0");
  }
}
