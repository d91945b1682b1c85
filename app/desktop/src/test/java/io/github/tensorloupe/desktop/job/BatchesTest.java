package io.github.tensorloupe.desktop.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {

  private final List<List<String>> handedOver = new ArrayList<>();
  private long now;
  private final Batches<String> batches = new Batches<>(Runnable::run, handedOver::add, () -> now);

  @Test
  void firstFindIsHandedOverAtOnceAndTheNextOnesTogetherAfterAPause() {
    batches.add("a");
    batches.add("b");
    batches.add("c");
    assertThat(handedOver).containsExactly(List.of("a"));

    now += Batches.PAUSE_NANOS;
    batches.add("d");

    assertThat(handedOver).containsExactly(List.of("a"), List.of("b", "c", "d"));
  }

  @Test
  void whatWaitsIsHandedOverThoughNothingMoreIsFound() {
    batches.add("a");
    batches.add("b");
    now += Batches.PAUSE_NANOS;

    batches.tick();

    assertThat(handedOver).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void flushingHandsOverTheRestAndNothingTwice() {
    batches.add("a");
    batches.add("b");

    batches.flush();
    batches.flush();

    assertThat(handedOver).containsExactly(List.of("a"), List.of("b"));
  }
}
