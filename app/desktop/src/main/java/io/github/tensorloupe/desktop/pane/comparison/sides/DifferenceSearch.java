package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;

import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds the next or previous changed element of the selected pair, wrapping around at the ends.
/// Belongs to the FX thread; reading runs in the background.
public final class DifferenceSearch {

  private final PaneContext context;
  private final PairSelection selection;
  private final JobSlot<OptionalLong> job;

  public DifferenceSearch(PaneContext context) {
    this.context = context;
    this.selection = context.compared().selection();
    job = new JobSlot<>(context.jobs());
    selection.pairProperty().subscribe(_ -> job.clear());
  }

  /// Searches for an element at or after an index, or before it.
  private interface Look {
    OptionalLong from(
        NextDifference difference, long element, Cancellation cancellation, Progress progress)
        throws IOException;
  }

  /// Puts the caret on the next or previous element that differs.
  public void find(boolean forward) {
    find(forward ? NextDifference::from : NextDifference::before, forward);
  }

  /// Puts the caret on the next element in which a bit differs.
  ///
  /// @param bit counted from the lowest
  void findBit(int bit) {
    find((difference, from, stop, progress) -> difference.bitFrom(bit, from, stop, progress), true);
  }

  private void find(Look look, boolean forward) {
    Optional<PairedElements> elements = selection.a().linked().pair().get();
    if (elements.isEmpty()) {
      context.showMessage().accept(text("nothing"));
      return;
    }
    int pair = selection.pairProperty().get().orElseThrow();
    OptionalLong element = selection.elementProperty().get();
    long from = forward ? element.orElse(-1) + 1 : element.orElse(Long.MAX_VALUE);
    NextDifference difference = new NextDifference(selection.selected().orElseThrow());
    job.start(
        text("job"),
        (cancellation, progress) -> {
          OptionalLong onward = look.from(difference, from, cancellation, progress);
          long otherEnd = forward ? 0 : Long.MAX_VALUE;
          OptionalLong found =
              onward.isPresent() ? onward : look.from(difference, otherEnd, cancellation, progress);
          elements.get().requireUnchanged();
          return found;
        },
        found -> {
          found.ifPresent(each -> selection.select(pair, each));
          if (found.isEmpty()) {
            context.showMessage().accept(text("none"));
          } else if (forward == found.getAsLong() < from) {
            context.showMessage().accept(text("wrapped"));
          }
        },
        failure ->
            context.showMessage().accept(context.messages().sentence(Failures.sentence(failure))));
  }

  private String text(String word) {
    return context.messages().text("compare.search." + word);
  }
}
