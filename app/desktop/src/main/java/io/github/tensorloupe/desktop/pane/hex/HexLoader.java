package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.hex.structure.HexWindow;
import io.github.tensorloupe.format.ByteRange;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Reads the bytes around the visible rows beside the FX thread. Belongs to the FX thread.
final class HexLoader {

  private final LatestJob job;
  private final String title;
  private final ReadOnlyObjectWrapper<HexWindow> window =
      new ReadOnlyObjectWrapper<>(HexWindow.EMPTY);
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private ByteRange asked = HexPage.NOTHING;
  private Optional<Job> current = Optional.empty();

  /// @param title what the job is called
  HexLoader(Jobs jobs, String title) {
    this.job = new LatestJob(jobs);
    this.title = title;
  }

  /// The bytes that have arrived last.
  ReadOnlyObjectProperty<HexWindow> windowProperty() {
    return window.getReadOnlyProperty();
  }

  /// Why the bytes that were asked for last did not arrive, as a sentence.
  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /// Forgets everything, because another file is looked at.
  void clear() {
    job.cancel();
    asked = HexPage.NOTHING;
    failure.set(Optional.empty());
    window.set(HexWindow.EMPTY);
  }

  /// Sees to it that bytes arrive. A range that was asked for is not asked for again, also if
  /// reading it failed, until another was; one whose reading was stopped is.
  ///
  /// @param needed read unless the last request held it
  /// @param around what is read then: `needed` and its neighbourhood, inside the file
  void require(ByteSource source, ByteRange needed, ByteRange around) {
    boolean stopped = current.filter(Job::isRequested).isPresent();
    if (!stopped && asked.begin() <= needed.begin() && needed.end() <= asked.end()) {
      return;
    }
    asked = around;
    current = Optional.empty();
    current =
        Optional.of(
            job.start(
                title,
                (_, _) -> new HexWindow(around.begin(), source.read(around.begin(), size(around))),
                this::arrived,
                this::failed));
  }

  private static int size(ByteRange range) {
    return Math.toIntExact(range.byteCount());
  }

  private void arrived(HexWindow read) {
    failure.set(Optional.empty());
    window.set(read);
  }

  private void failed(Throwable cause) {
    failure.set(Optional.of(Failures.of(cause)));
    window.set(HexWindow.EMPTY);
  }
}
