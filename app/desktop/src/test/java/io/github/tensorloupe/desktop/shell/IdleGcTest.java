package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleGcTest {

  private static final long MEGABYTE = 1 << 20;

  private long used = 40 * MEGABYTE;
  private long kept = 40 * MEGABYTE;
  private boolean quiet = true;
  private int collections;
  private final IdleGc rest =
      new IdleGc(
          () -> used,
          () -> quiet,
          () -> {
            collections++;
            used = kept;
          });

  @Test
  void aHeapThatHasHardlyGrownIsLeftAlone() {
    rest.look();

    assertThat(collections).isZero();
  }

  @Test
  void whatHasGatheredIsCollectedOnce() {
    used = 120 * MEGABYTE;
    rest.look();
    rest.look();

    assertThat(collections).isEqualTo(1);
  }

  @Test
  void theMoreIsKeptTheMoreMustHaveGathered() {
    kept = 1000 * MEGABYTE;
    used = 1100 * MEGABYTE;
    rest.look();
    used = 1400 * MEGABYTE;
    rest.look();
    assertThat(collections).isEqualTo(1);

    used = 1501 * MEGABYTE;
    rest.look();
    assertThat(collections).isEqualTo(2);
  }

  @Test
  void whoWorksIsNotDisturbedForSomeTime() {
    quiet = false;
    used = 200 * MEGABYTE;
    for (int i = 0; i < 10; i++) {
      rest.look();
    }
    assertThat(collections).isZero();

    rest.look();
    assertThat(collections).isEqualTo(1);
  }
}
