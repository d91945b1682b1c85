package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleGcTest {

  private static final long MEGABYTE = 1 << 20;

  private long used = 40 * MEGABYTE;
  private long retained = 40 * MEGABYTE;
  private boolean quiet = true;
  private int collections;
  private final IdleGc rest =
      new IdleGc(
          () -> used,
          () -> quiet,
          () -> {
            collections++;
            used = retained;
          });

  @Test
  void aHeapThatHasHardlyGrownIsLeftAlone() {
    rest.collectIfIdle();

    assertThat(collections).isZero();
  }

  @Test
  void whatHasGatheredIsCollectedOnce() {
    used = 120 * MEGABYTE;
    rest.collectIfIdle();
    rest.collectIfIdle();

    assertThat(collections).isEqualTo(1);
  }

  @Test
  void thresholdGrowsWithRetainedMemory() {
    retained = 1000 * MEGABYTE;
    used = 1100 * MEGABYTE;
    rest.collectIfIdle();
    used = 1400 * MEGABYTE;
    rest.collectIfIdle();
    assertThat(collections).isEqualTo(1);

    used = 1501 * MEGABYTE;
    rest.collectIfIdle();
    assertThat(collections).isEqualTo(2);
  }

  @Test
  void whoWorksIsNotDisturbedForSomeTime() {
    quiet = false;
    used = 200 * MEGABYTE;
    for (int i = 0; i < 10; i++) {
      rest.collectIfIdle();
    }
    assertThat(collections).isZero();

    rest.collectIfIdle();
    assertThat(collections).isEqualTo(1);
  }
}
