package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;

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

  /// Puts the caret on the next element that differs, or on the one before.
  public void find(boolean forward) {
    find(forward, PairedElements.ANY_BIT);
  }

  /// Puts the caret on the next element in which a bit differs.
  ///
  /// @param bit counted from the lowest
  void findBit(int bit) {
    find(true, 1L << bit);
  }

  private void find(boolean forward, long bits) {
    Optional<PairedElements> elements = selection.a().companions().pair().get();
    if (elements.isEmpty()) {
      context.tell().accept(text("nothing"));
      return;
    }
    int pair = selection.pairProperty().get().orElseThrow();
    long caret = selection.elementProperty().get().orElse(-1);
    job.start(
        text("job"),
        (cancellation, progress) ->
            find(elements.get(), caret, forward, bits, cancellation, progress),
        found -> goTo(pair, found),
        failure -> context.tell().accept(context.messages().sentence(Failures.sentence(failure))));
  }

  private static Found find(
      PairedElements elements,
      long caret,
      boolean forward,
      long bits,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    OptionalLong onward = elements.nextChanged(caret, forward, bits, cancellation, progress);
    return onward.isPresent()
        ? new Found(onward, false)
        : new Found(
            elements.nextChanged(
                forward ? -1 : elements.count(), forward, bits, cancellation, progress),
            true);
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
