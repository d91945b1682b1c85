package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.cli.ProgressLine.ProgressText;
import io.github.tensorloupe.work.Throughput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTextTest {

  private static final long SECOND = 1_000_000_000;
  private static final Throughput HALF =
      new Throughput(10_000_000_000L, 20_000_000_000L, 8 * SECOND);

  @Test
  void normalTerminalShowsABarAndAllFigures() {
    assertThat(new ProgressText(80).of(HALF))
        .isEqualTo(" 50 % [###########...........]  10.0 GB of 20.0 GB  1.25 GB/s  8 s left");
  }

  @Test
  void longTimesAreShownInMinutesAndHours() {
    assertThat(new ProgressText(80).of(new Throughput(1000, 200_000, SECOND)))
        .endsWith("  1.00 kB/s  3 min 19 s left");
    assertThat(new ProgressText(80).of(new Throughput(1000, 10_000_000, SECOND)))
        .endsWith("  2 h 46 min left");
  }

  @Test
  void trailingPartsAreOmittedOnNarrowTerminals() {
    assertThat(new ProgressText(38).of(HALF)).isEqualTo(" 50 %  10.0 GB of 20.0 GB  1.25 GB/s");
    assertThat(new ProgressText(30).of(HALF)).isEqualTo(" 50 %  10.0 GB of 20.0 GB");
    assertThat(new ProgressText(20).of(HALF)).isEqualTo(" 50 %");
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 20, 38, 50, 66, 67, 68, 69, 80, 100, 500})
  void lineIsNarrowerThanTheTerminal(int columns) {
    for (long done = 1; done <= 999_900_000_000L; done = 3 * done + 1) {
      Throughput throughput = new Throughput(done, 999_900_000_000L, 3599 * SECOND);

      assertThat(new ProgressText(columns).of(throughput)).hasSizeLessThan(columns);
    }
  }

  @Test
  void barIsFullAtTheEndAndNotBefore() {
    assertThat(new ProgressText(200).of(new Throughput(999, 1000, SECOND)))
        .startsWith(" 99 % [" + "#".repeat(39) + ".]");
    assertThat(new ProgressText(200).of(new Throughput(1000, 1000, SECOND)))
        .startsWith("100 % [" + "#".repeat(40) + "]");
  }

  @Test
  void moreThanAllIsAll() {
    assertThat(new ProgressText(20).of(new Throughput(11, 10, SECOND))).startsWith("100 %");
  }

  @Test
  void timeLeftIsNotGuessedAtTheBeginning() {
    assertThat(new ProgressText(80).of(new Throughput(0, 10, SECOND))).doesNotContain("left");
  }
}
