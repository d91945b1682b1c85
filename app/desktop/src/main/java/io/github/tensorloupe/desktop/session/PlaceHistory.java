package io.github.tensorloupe.desktop.session;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// The places one has been to, with the one where one is. Small moves and all but the last of a run
/// of quick moves are no places of their own.
public final class PlaceHistory {

  /// Jumps that follow each other faster than this are a run: a held key, a drag.
  static final Duration RUN_PAUSE = Duration.ofMillis(400);

  /// As far as a hex pane shows at once, about.
  private static final long NEAR_BYTES = 4096;

  /// As far as a grid of values shows at once, about.
  private static final long NEAR_ROWS = 64;

  private final int limit;
  private final LongSupplier nanoTime;
  private final List<RememberedPlace> places = new ArrayList<>();
  private int here = -1;
  private OptionalLong lastJump = OptionalLong.empty();

  /// @param limit the most places that are kept, at least 1
  /// @param nanoTime a clock in nanoseconds, as [System#nanoTime()]
  public PlaceHistory(int limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  public void clear() {
    places.clear();
    here = -1;
    lastJump = OptionalLong.empty();
  }

  /// The place where one is; empty before the first.
  public Optional<RememberedPlace> here() {
    return here < 0 ? Optional.empty() : Optional.of(places.get(here));
  }

  /// Notes where one has come to. Where that is a jump, what lay ahead is forgotten.
  ///
  /// @param reach how many bytes a move may go within the same tensor and still be a small one
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
        // A run may lead back to where it began.
        places.remove(here);
        here--;
        lastJump = OptionalLong.empty();
      } else if (places.size() > limit) {
        places.removeFirst();
        here--;
      }
    }
  }

  /// The reach of small moves: as far as panes show at once.
  ///
  /// @param tensor the one in which one is
  public static long reach(Optional<TensorInfo> tensor) {
    return Math.max(NEAR_BYTES, NEAR_ROWS * tensor.map(PlaceHistory::rowBytes).orElse(0L));
  }

  /// The bytes of one step along the last but one axis; at most as much as can still be multiplied.
  private static long rowBytes(TensorInfo info) {
    Shape shape = info.shape();
    if (shape.rank() < 2) {
      return 0;
    }
    long most = Long.MAX_VALUE / NEAR_ROWS / Long.SIZE;
    return Math.clamp(shape.dimension(shape.rank() - 1), 0, most) * info.dtype().bits() / Byte.SIZE;
  }

  /// Notes that one sees the same place another way.
  public void see(String view) {
    if (here >= 0) {
      places.set(here, places.get(here).withPane(view));
    }
  }

  public boolean canGoBack() {
    return here > 0;
  }

  /// True if there is a place one has come back from.
  public boolean canGoForward() {
    return here + 1 < places.size();
  }

  /// Goes to the place before, if there is one.
  ///
  /// @return that place
  public Optional<RememberedPlace> back() {
    return step(canGoBack(), -1);
  }

  /// Goes to the place that one has come back from, if there is one.
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

  /// Puts other places in the place of those that are kept, and forgets those that are no more.
  ///
  /// @param change gives what has become of a place; empty where it is gone
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
