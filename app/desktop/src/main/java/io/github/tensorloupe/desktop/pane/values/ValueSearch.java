package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.analysis.health.ElementSearch;
import io.github.tensorloupe.analysis.health.ElementSearch.Found;
import io.github.tensorloupe.analysis.health.ElementSearch.Goal;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;

/// Moves the cursor of the grid to the next element with a property. Belongs to the FX thread; the
/// tensor is read in the background.
final class ValueSearch {

  private final ValuesViewModel grid;
  private final JobSlot<Optional<Found>> job;
  private final Messages messages;

  /// The last result by magnitude. The next search continues there if the cursor has not moved.
  private Optional<Found> last = Optional.empty();

  ValueSearch(ValuesViewModel grid, Jobs jobs, Messages messages) {
    this.grid = grid;
    this.job = new JobSlot<>(jobs);
    this.messages = messages;
    grid.tensor.subscribe(
        () -> {
          job.clear();
          last = Optional.empty();
        });
  }

  void findNext(Goal goal) {
    grid.page.get().ifPresent(page -> findNext(goal, page));
  }

  private void findNext(Goal goal, GridPage page) {
    Optional<Cell> cursor = page.cursor();
    Optional<Found> atCursor =
        cursor.map(
            cell -> new Found(page.slice().elementIndex(cell.row(), cell.column()), 0, false));
    Optional<Found> start =
        goal == Goal.LARGEST
            ? last.filter(found -> atCursor.filter(at -> at.index() == found.index()).isPresent())
            : atCursor;
    String key = "values.next." + Messages.word(goal);
    job.start(
        messages.text(key),
        (cancellation, progress) ->
            ElementSearch.find(page.slice().data(), goal, start, cancellation, progress),
        found -> {
          found.ifPresent(element -> grid.goToElement(element.index()));
          last = goal == Goal.LARGEST ? found : last;
          if (found.isEmpty()) {
            grid.showNotice(Feedback.refused(messages.text(key + ".none")));
          } else if (found.get().isWrapped()) {
            grid.showNotice(Feedback.done(messages.text(key + ".wrapped")));
          }
        },
        failure -> grid.showNotice(Feedback.failed(failure, messages)));
  }

  /// Stops the search. Returns false if none is running.
  boolean stop() {
    boolean isRunning = job.isRunning();
    job.clear();
    return isRunning;
  }
}
