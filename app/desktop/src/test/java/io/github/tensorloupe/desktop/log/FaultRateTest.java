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
  void repeatedFaultIsReportedOnceAndCountedAtPowersOfTen() {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      verdicts.add(rate.note(fault("frame " + i)));
    }

    assertThat(verdicts.getFirst()).isEqualTo(Verdict.REPORT);
    assertThat(Collections.frequency(verdicts, Verdict.REPORT)).isEqualTo(1);
    assertThat(Collections.frequency(verdicts, Verdict.COUNT)).isEqualTo(3);
  }

  @Test
  void differentFaultIsReported() {
    rate.note(fault("first"));

    assertThat(rate.note(new IllegalArgumentException("other"))).isEqualTo(Verdict.REPORT);
  }

  @Test
  void sameFaultIsReportedAgainAfterAQuietMinute() {
    Throwable fault = fault("again");
    rate.note(fault);
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(rate.note(fault)).isEqualTo(Verdict.IGNORE);
    now.addAndGet(Duration.ofSeconds(60).toNanos());

    assertThat(rate.note(fault)).isEqualTo(Verdict.REPORT);
    assertThat(rate.count(fault)).isEqualTo(1);
  }
}
