package io.github.tensorloupe.desktop.pane.save;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransferRateTest {

  @Test
  void theRateIsTheAverageSinceTheBeginning() {
    TransferRate rate = new TransferRate(3_000_000, 9_000_000, Duration.ofSeconds(2));

    assertThat(rate.bytesPerSecond()).contains(1_500_000L);
    assertThat(rate.timeLeft()).contains(Duration.ofSeconds(4));
  }

  @Test
  void aPartOfASecondThatIsLeftCountsAsOne() {
    assertThat(new TransferRate(1000, 1001, Duration.ofSeconds(1)).timeLeft())
        .contains(Duration.ofSeconds(1));
  }

  @Test
  void nothingIsToldTooEarly() {
    assertThat(new TransferRate(500, 1000, Duration.ofMillis(499)).bytesPerSecond()).isEmpty();
    assertThat(new TransferRate(0, 1000, Duration.ofSeconds(5)).timeLeft()).isEmpty();
  }
}
