package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Job;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The one job of a part of the pane. Belongs to the FX thread.
final class RunningWork {

  private final ReadOnlyObjectWrapper<Optional<Job>> job =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// What runs now.
  ReadOnlyObjectProperty<Optional<Job>> jobProperty() {
    return job.getReadOnlyProperty();
  }

  /// Whether something runs.
  boolean isRunning() {
    return job.get().isPresent();
  }

  /// Takes a job that has just begun.
  void begin(Job begun) {
    job.set(Optional.of(begun.inBytes().shownBy(Command.SHOW_HASHES)));
  }

  /// Forgets the job, which has ended.
  void end() {
    job.set(Optional.empty());
  }

  /// Asks the job to stop and forgets it.
  void cancel() {
    job.get().ifPresent(Job::cancel);
    end();
  }
}
