package io.github.tensorloupe.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThroughputTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void theRateIsTheAverageSinceTheBeginning() {
    Throughput throughput = new Throughput(3_000_000, 9_000_000, 2 * SECOND);

    assertThat(throughput.perSecond()).isEqualTo(1_500_000);
    assertThat(throughput.secondsLeft()).hasValue(4);
  }

  @Test
  void nothingIsLeftAtTheEnd() {
    assertThat(new Throughput(20, 20, SECOND).secondsLeft()).hasValue(0);
  }

  @Test
  void remainingTimeIsUnknownInTheFirstHalfSecond() {
    assertThat(new Throughput(500, 1000, SECOND / 2 - 1).secondsLeft()).isEmpty();
    assertThat(new Throughput(0, 1000, 0).perSecond()).isZero();
  }

  @Test
  void remainingTimeIsUnknownWithoutProgressOrTotal() {
    assertThat(new Throughput(0, 1000, 5 * SECOND).secondsLeft()).isEmpty();
    assertThat(new Throughput(7, 0, 5 * SECOND).secondsLeft()).isEmpty();
  }
}
