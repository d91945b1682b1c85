package io.github.tensorloupe.desktop.pane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Repetition;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayerStatisticTest {

  private static final Optional<TensorSummary> FIGURES =
      Optional.of(new TensorSummary(new ValueCounts(8, 2, 0, 0, 5, 0), -9, 4, 0.5, 2, 3));

  private static final Optional<TensorHealth> HEALTH =
      Optional.of(
          new TensorHealth(
              8,
              new Occurrences(3, 1),
              Occurrences.NONE,
              Occurrences.NONE,
              new Occurrences(2, 0),
              Occurrences.NONE,
              Occurrences.NONE,
              Repetition.VARIED,
              false,
              ZeroPages.NONE));

  @Test
  void everyStatisticIsReadFromTheFigures() {
    assertThat(of(LayerStatistic.ROOT_MEAN_SQUARE)).isEqualTo(3);
    assertThat(of(LayerStatistic.ABSOLUTE_MAX)).isEqualTo(9);
    assertThat(of(LayerStatistic.MEAN)).isEqualTo(0.5);
    assertThat(of(LayerStatistic.STANDARD_DEVIATION)).isEqualTo(2);
    assertThat(of(LayerStatistic.NAN_COUNT)).isEqualTo(2);
    assertThat(of(LayerStatistic.SPARSITY)).isEqualTo(0.5);
  }

  private static double of(LayerStatistic statistic) {
    return statistic.of(Optional.empty(), FIGURES).orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void healthIsEnoughWhereItSaysSo(LayerStatistic statistic) {
    assertThat(statistic.of(HEALTH, Optional.empty()).isPresent())
        .isEqualTo(statistic == LayerStatistic.NAN_COUNT || statistic == LayerStatistic.SPARSITY);
    assertThat(statistic.of(Optional.empty(), Optional.empty())).isEmpty();
  }

  @Test
  void healthCountsNansAndZeros() {
    assertThat(LayerStatistic.NAN_COUNT.of(HEALTH, FIGURES)).hasValue(3.0);
    assertThat(LayerStatistic.SPARSITY.of(HEALTH, FIGURES)).hasValue(0.25);
  }
}
