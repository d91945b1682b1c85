package io.github.tensorloupe.desktop.session;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// The visited places with a current position. Small moves, and all but the last of a run of quick
/// moves, are not recorded.
public final class PlaceHistory {

  /// Jumps in quicker succession are a run, such as a held key or a drag.
  static final Duration RUN_PAUSE = Duration.ofMillis(400);

  /// About the number of rows visible in the hex pane.
  private static final long NEAR_BYTES = 4096;

  /// About the number of rows visible in the value grid.
  private static final long NEAR_ROWS = 64;

  private final int limit;
  private final LongSupplier nanoTime;
  private final List<RememberedPlace> places = new ArrayList<>();
  private int here = -1;
  private OptionalLong lastJump = OptionalLong.empty();

  /// @param limit maximum number of places, at least 1
  /// @param nanoTime a clock in nanoseconds, such as [System#nanoTime()]
  public PlaceHistory(int limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  public void clear() {
    places.clear();
    here = -1;
    lastJump = OptionalLong.empty();
  }

  /// Returns the current place; empty before the first.
  public Optional<RememberedPlace> here() {
    return here < 0 ? Optional.empty() : Optional.of(places.get(here));
  }

  /// Records a place. A jump clears the forward history.
  ///
  /// @param reach maximum distance in bytes of a small move within a tensor
  public void visit(RememberedPlace place, long reach) {
    if (here < 0) {
      places.add(place);
      here = 0;
    } else if (places.get(here).isNear(place, reach)) {
      places.set(here, place);
    } else {
      long now = nanoTime.getAsLong();
      boolean isRun = lastJump.isPresent() && now - lastJump.getAsLong() < RUN_PAUSE.toNanos();
      lastJump = OptionalLong.of(now);
      if (isRun) {
        places.set(here, place);
      } else {
        places.subList(here + 1, places.size()).clear();
        places.add(place);
        here++;
      }
      if (isRun && here > 0 && places.get(here - 1).isNear(place, 0)) {
        // A run may return to its starting point.
        places.remove(here);
        here--;
        lastJump = OptionalLong.empty();
      } else if (places.size() > limit) {
        places.removeFirst();
        here--;
      }
    }
  }

  /// Returns the reach of small moves: about the visible bytes of a pane.
  ///
  /// @param tensor the current tensor
  public static long reach(Optional<TensorInfo> tensor) {
    return Math.max(NEAR_BYTES, NEAR_ROWS * tensor.map(PlaceHistory::rowBytes).orElse(0L));
  }

  /// Returns the bytes of a step along the next-to-last axis, limited so that it can be multiplied.
  private static long rowBytes(TensorInfo info) {
    Shape shape = info.shape();
    if (shape.rank() < 2) {
      return 0;
    }
    long max = Long.MAX_VALUE / NEAR_ROWS / Long.SIZE;
    return Math.clamp(shape.dimension(shape.rank() - 1), 0, max) * info.dtype().bits() / Byte.SIZE;
  }

  /// Replaces the current place, because only its presentation changed.
  public void see(String view) {
    if (here >= 0) {
      places.set(here, places.get(here).withPane(view));
    }
  }

  public boolean canGoBack() {
    return here > 0;
  }

  /// Returns true if [#forward] has a place.
  public boolean canGoForward() {
    return here + 1 < places.size();
  }

  /// Goes back one place if possible.
  ///
  /// @return that place
  public Optional<RememberedPlace> back() {
    return step(canGoBack(), -1);
  }

  /// Goes forward one place if possible.
  ///
  /// @return that place
  public Optional<RememberedPlace> forward() {
    return step(canGoForward(), 1);
  }

  private Optional<RememberedPlace> step(boolean possible, int step) {
    if (!possible) {
      return Optional.empty();
    }
    here += step;
    lastJump = OptionalLong.empty();
    return here();
  }

  /// Replaces all places and removes places that no longer exist.
  ///
  /// @param change maps a place to its replacement; empty to remove it
  public void adapt(Function<RememberedPlace, Optional<RememberedPlace>> change) {
    List<RememberedPlace> before = List.copyOf(places);
    int hereBefore = here;
    clear();
    for (int i = 0; i < before.size(); i++) {
      Optional<RememberedPlace> adapted = change.apply(before.get(i));
      boolean again =
          adapted.isPresent() && !places.isEmpty() && places.getLast().isNear(adapted.get(), 0);
      if (!again) {
        adapted.ifPresent(places::add);
      }
      if (i == hereBefore) {
        here = Math.max(0, places.size() - 1);
      }
    }
    here = places.isEmpty() ? -1 : here;
  }
}
