package io.github.tensorloupe.desktop.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.log.FaultRate.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FaultRateTest {

  private final AtomicLong now = new AtomicLong();
  private final FaultRate rate = new FaultRate(now::get);

  private static Throwable fault(String message) {
    return new IllegalStateException(message);
  }

  @Test
  void aFaultOfEveryFrameIsToldOnceAndCountedAtPowersOfTen() {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      verdicts.add(rate.note(fault("frame " + i)));
    }

    assertThat(verdicts.getFirst()).isEqualTo(Verdict.TELL);
    assertThat(Collections.frequency(verdicts, Verdict.TELL)).isEqualTo(1);
    assertThat(Collections.frequency(verdicts, Verdict.COUNT)).isEqualTo(3);
  }

  @Test
  void anotherFaultIsTold() {
    rate.note(fault("first"));

    assertThat(rate.note(new IllegalArgumentException("other"))).isEqualTo(Verdict.TELL);
  }

  @Test
  void theSameFaultIsToldAgainAfterAQuietMinute() {
    Throwable fault = fault("again");
    rate.note(fault);
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(rate.note(fault)).isEqualTo(Verdict.IGNORE);
    now.addAndGet(Duration.ofSeconds(60).toNanos());

    assertThat(rate.note(fault)).isEqualTo(Verdict.TELL);
    assertThat(rate.count(fault)).isEqualTo(1);
  }
}
