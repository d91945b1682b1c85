package io.github.tensorloupe.desktop.pane.palette;

import io.github.tensorloupe.work.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToIntFunction;

/// The best of many texts, and how many there are.
///
/// @param best the best first; of equals the one that came first
/// @param count of all that have the words
record BestItems<T>(List<T> best, int count) {

  private record Ranked(int cost, int index) {}

  private static final Comparator<Ranked> BEST_FIRST =
      Comparator.comparingInt(Ranked::cost).thenComparingInt(Ranked::index);
  private static final int LOOK_UP = 4096;

  /// Looks through all of them.
  ///
  /// @param costs how far one is from what is looked for, or [Words#ABSENT]
  /// @param limit of what is kept
  static <T> BestItems<T> of(
      List<T> all, ToIntFunction<T> costs, int limit, Cancellation cancellation) {
    PriorityQueue<Ranked> kept = new PriorityQueue<>(BEST_FIRST.reversed());
    int count = 0;
    for (int i = 0; i < all.size(); i++) {
      if (i % LOOK_UP == 0 && cancellation.isRequested()) {
        break;
      }
      int cost = costs.applyAsInt(all.get(i));
      if (cost == Words.ABSENT) {
        continue;
      }
      count++;
      Ranked ranked = new Ranked(cost, i);
      if (kept.size() < limit) {
        kept.add(ranked);
      } else if (limit > 0 && BEST_FIRST.compare(ranked, kept.peek()) < 0) {
        kept.poll();
        kept.add(ranked);
      }
    }
    List<Ranked> best = new ArrayList<>(kept);
    best.sort(BEST_FIRST);
    return new BestItems<>(best.stream().map(each -> all.get(each.index())).toList(), count);
  }
}
