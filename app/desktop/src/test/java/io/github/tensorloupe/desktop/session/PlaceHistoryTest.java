package io.github.tensorloupe.desktop.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceHistoryTest {

  private static final int LIMIT = 5;
  private static final long REACH = 100;
  private static final Path FILE = Path.of("a.safetensors");

  private long now;
  private final PlaceHistory history = new PlaceHistory(LIMIT, () -> now);

  private static RememberedPlace at(long byteOffset) {
    return new RememberedPlace(FILE, byteOffset, Optional.empty(), Optional.empty(), "");
  }

  private static RememberedPlace tensor(String name, long byteOffset) {
    return new RememberedPlace(
        FILE,
        byteOffset,
        Optional.of(new RememberedPlace.Tensor(FILE, name, 0, 0)),
        Optional.empty(),
        "");
  }

  private void jump(RememberedPlace place) {
    now += PlaceHistory.RUN_PAUSE.toNanos();
    history.visit(place, REACH);
  }

  private void jumpAtOnce(RememberedPlace place) {
    now += PlaceHistory.RUN_PAUSE.toNanos() - 1;
    history.visit(place, REACH);
  }

  private List<Long> backOffsets() {
    List<Long> offsets = new ArrayList<>();
    history.here().ifPresent(place -> offsets.add(place.byteOffset()));
    for (Optional<RememberedPlace> place = history.back();
        place.isPresent();
        place = history.back()) {
      offsets.add(place.get().byteOffset());
    }
    return offsets;
  }

  @Test
  void nowhereToGoBeforeTheFirstJump() {
    assertThat(history.back()).isEmpty();
    jump(at(0));

    assertThat(history.canGoBack()).isFalse();
    assertThat(history.canGoForward()).isFalse();
    assertThat(history.forward()).isEmpty();
  }

  @Test
  void smallMovesLeaveNoPlaceOfTheirOwn() {
    jump(at(0));
    jump(at(1000));
    jump(at(1100));
    jump(at(1200));

    assertThat(backOffsets()).containsExactly(1200L, 0L);
  }

  @Test
  void shortMoveIntoAnotherTensorIsAJump() {
    jump(tensor("a", 0));
    jump(tensor("b", 4));

    assertThat(backOffsets()).containsExactly(4L, 0L);
  }

  @Test
  void runOfQuickMovesLeavesItsEndOnly() {
    jump(at(0));
    jump(at(1000));
    jumpAtOnce(at(2000));
    jumpAtOnce(at(3000));
    jump(at(9000));

    assertThat(backOffsets()).containsExactly(9000L, 3000L, 0L);
  }

  @Test
  void runReturningToItsStartAddsNoPlace() {
    jump(at(0));
    jump(at(1000));
    jumpAtOnce(at(0));
    jumpAtOnce(at(5000));

    assertThat(backOffsets()).containsExactly(5000L, 0L);
  }

  @Test
  void jumpAfterGoingBackForgetsWhatLayAhead() {
    jump(at(0));
    jump(at(1000));
    jump(at(2000));
    history.back();
    jumpAtOnce(at(7000));

    assertThat(history.canGoForward()).isFalse();
    assertThat(backOffsets()).containsExactly(7000L, 1000L, 0L);
  }

  @Test
  void smallMoveAfterGoingBackKeepsWhatLiesAhead() {
    jump(at(0));
    jump(at(1000));
    history.back();
    jump(at(50));

    assertThat(history.forward()).contains(at(1000));
    assertThat(history.back()).contains(at(50));
  }

  @Test
  void oldestPlacesAreForgotten() {
    for (int i = 0; i < 20; i++) {
      jump(at(1000 * i));
    }

    assertThat(backOffsets()).containsExactly(19_000L, 18_000L, 17_000L, 16_000L, 15_000L);
  }

  @Test
  void placeIsRestoredWithItsLastPane() {
    jump(at(0));
    history.see("histogram");
    jump(at(1000));

    assertThat(history.back()).contains(at(0).withPane("histogram"));
  }

  @Test
  void removedPlaceIsReplacedByThePreviousOne() {
    for (long offset : new long[] {0, 1000, 2000, 3000}) {
      jump(at(offset));
    }
    history.back();

    history.adapt(
        place -> Optional.of(place).filter(remembered -> remembered.byteOffset() != 2000));

    assertThat(history.here()).contains(at(1000));
    assertThat(history.forward()).contains(at(3000));
  }

  @Test
  void placesThatHaveBecomeTheSameAreOne() {
    jump(tensor("a", 0));
    jump(tensor("b", 0));
    jump(at(9000));

    history.adapt(place -> Optional.of(at(place.byteOffset())));

    assertThat(backOffsets()).containsExactly(9000L, 0L);
  }

  @Test
  void historyIsEmptyIfAllPlacesAreRemoved() {
    jump(at(0));
    history.adapt(_ -> Optional.empty());

    assertThat(history.here()).isEmpty();
    assertThat(history.canGoBack()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void backAndForwardLeadToTheSamePlaces(long seed) {
    Random random = new Random(seed);
    PlaceHistory places = new PlaceHistory(1 + random.nextInt(30), () -> now);
    places.visit(at(0), 0);
    for (int i = 0; i < 500; i++) {
      now += random.nextLong(2 * PlaceHistory.RUN_PAUSE.toNanos());
      switch (random.nextInt(6)) {
        case 0 -> places.back();
        case 1 -> places.forward();
        default ->
            places.visit(tensor("t" + random.nextInt(3), random.nextInt(1000)), random.nextInt(90));
      }
      List<RememberedPlace> back = new ArrayList<>(List.of(places.here().orElseThrow()));
      while (places.canGoBack()) {
        back.add(places.back().orElseThrow());
      }
      List<RememberedPlace> forward = new ArrayList<>(List.of(places.here().orElseThrow()));
      while (forward.size() < back.size()) {
        forward.add(places.forward().orElseThrow());
      }
      assertThat(forward.reversed()).isEqualTo(back);
    }
  }
}
