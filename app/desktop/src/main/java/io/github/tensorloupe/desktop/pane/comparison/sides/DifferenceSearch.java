package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;

import io.github.tensorloupe.compare.NextDifference;
import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Goes from one changed element of the selected pair to the next, and from the last to the first.
/// Belongs to the FX thread; reading runs beside it.
public final class DifferenceSearch {

  private final ComparisonContext context;
  private final PairSelection selection;
  private final LatestJob job;

  /// @param wrapped true if it was found on the other side of the end
  private record Found(OptionalLong element, boolean wrapped) {}

  public DifferenceSearch(ComparisonContext context) {
    this.context = context;
    this.selection = context.selection();
    job = new LatestJob(context.jobs());
    selection.pairProperty().subscribe(_ -> job.cancel());
  }

  /// Looks for an element at an index or behind it, or before it.
  private interface Look {
    OptionalLong from(
        NextDifference difference, long element, Cancellation cancellation, Progress progress)
        throws IOException;
  }

  /// Puts the caret on the next element that differs, or on the one before.
  public void find(boolean forward) {
    if (forward) {
      find(NextDifference::from, 1, 0);
    } else {
      find(NextDifference::before, 0, Long.MAX_VALUE);
    }
  }

  /// Puts the caret on the next element in which a bit differs.
  ///
  /// @param bit counted from the lowest
  void findBit(int bit) {
    find((difference, from, stop, progress) -> difference.bitFrom(bit, from, stop, progress), 1, 0);
  }

  /// @param step from the caret to where looking begins
  /// @param otherEnd where looking begins that has found nothing
  private void find(Look look, int step, long otherEnd) {
    Optional<PairedElements> elements = selection.a().companions().pair().get();
    if (elements.isEmpty()) {
      context.tell().accept(text("nothing"));
      return;
    }
    int pair = selection.pairProperty().get().orElseThrow();
    long from = selection.elementProperty().get().orElse(-1) + step;
    NextDifference difference = new NextDifference(selection.selected().orElseThrow());
    job.start(
        text("job"),
        (cancellation, progress) -> {
          OptionalLong onward = look.from(difference, from, cancellation, progress);
          Found found =
              onward.isPresent()
                  ? new Found(onward, false)
                  : new Found(look.from(difference, otherEnd, cancellation, progress), true);
          elements.get().requireUnchanged();
          return found;
        },
        found -> goTo(pair, found),
        failure -> context.tell().accept(context.messages().sentence(Failures.sentence(failure))));
  }

  private void goTo(int pair, Found found) {
    found.element().ifPresent(element -> selection.select(pair, element));
    if (found.element().isEmpty() || found.wrapped()) {
      context.tell().accept(text(found.element().isEmpty() ? "none" : "wrapped"));
    }
  }

  private String text(String word) {
    return context.messages().text("compare.search." + word);
  }
}
