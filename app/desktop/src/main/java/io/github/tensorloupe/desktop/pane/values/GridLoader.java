package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Reads the visible cells, and half a page more on each side, beside the FX thread. Belongs to the
/// FX thread.
final class GridLoader {

  private record Request(TensorSlice slice, CellFormat format, GridBlock block) {

    boolean serves(TensorSlice other, CellFormat otherFormat, GridBlock needed) {
      return slice == other && format.equals(otherFormat) && block.covers(needed);
    }
  }

  private final LatestJob job;
  private final String title;
  private final ReadOnlyObjectWrapper<Optional<GridText>> text =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<Request> asked = Optional.empty();
  private Optional<Job> current = Optional.empty();

  /// @param title what the job is called
  GridLoader(Jobs jobs, String title) {
    this.job = new LatestJob(jobs);
    this.title = title;
  }

  /// The cells that have arrived last.
  ReadOnlyObjectProperty<Optional<GridText>> textProperty() {
    return text.getReadOnlyProperty();
  }

  /// Why the cells that were asked for last did not arrive, as a sentence.
  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /// The cells of a slice, if cells of that one have arrived last.
  Optional<GridText> textOf(TensorSlice slice) {
    return asked.filter(last -> last.slice() == slice).flatMap(_ -> text.get());
  }

  /// Forgets everything, because another tensor is looked at.
  void clear() {
    job.cancel();
    asked = Optional.empty();
    failure.set(Optional.empty());
    text.set(Optional.empty());
  }

  /// Sees to it that the visible cells arrive. What was asked for is not asked for again, also if
  /// reading it failed; what was stopped is.
  void require(TensorSlice slice, CellFormat format, Viewport view) {
    GridBlock needed = GridBlock.around(view, slice, 0, 0);
    boolean stopped = current.filter(Job::isRequested).isPresent();
    if (!stopped && asked.filter(last -> last.serves(slice, format, needed)).isPresent()) {
      return;
    }
    GridBlock block =
        GridBlock.around(view, slice, view.wholeRows() / 2 + 1, view.wholeColumns() / 2 + 1);
    boolean otherSlice = asked.filter(last -> last.slice() == slice).isEmpty();
    asked = Optional.of(new Request(slice, format, block));
    current = Optional.empty();
    if (otherSlice) {
      text.set(Optional.empty());
    }
    current =
        Optional.of(
            job.start(
                title,
                (cancellation, _) ->
                    GridText.of(
                        slice.read(
                            block.firstRow(),
                            block.firstColumn(),
                            block.rowCount(),
                            block.columnCount()),
                        format,
                        cancellation),
                this::arrived,
                this::failed));
  }

  private void arrived(GridText read) {
    failure.set(Optional.empty());
    text.set(Optional.of(read));
  }

  private void failed(Throwable cause) {
    failure.set(Optional.of(Failures.of(cause)));
    text.set(Optional.empty());
  }
}
