package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;

/// What indexes would be written, and what came of it. Belongs to the FX thread; files are read and
/// written beside it.
final class IndexViewModel {

  private static final int MESSAGE_LIMIT = 2000;

  private final List<Path> candidates;
  private final IndexFile writer;
  private final Jobs jobs;
  private final Messages messages;
  private final ReadOnlyObjectWrapper<IndexStage> stage =
      new ReadOnlyObjectWrapper<>(new IndexStage.Looking());
  private final BooleanProperty keepsOld = new SimpleBooleanProperty(true);
  private Optional<Job> running = Optional.empty();

  /// @param candidates where the indexes are or would be
  IndexViewModel(List<Path> candidates, IndexFile writer, Jobs jobs, Messages messages) {
    this.candidates = List.copyOf(candidates);
    this.writer = writer;
    this.jobs = jobs;
    this.messages = messages;
  }

  /// How far it is.
  ReadOnlyObjectProperty<IndexStage> stageProperty() {
    return stage.getReadOnlyProperty();
  }

  /// Whether an index that gives way is kept under another name.
  BooleanProperty keepsOldProperty() {
    return keepsOld;
  }

  /// Finds out what the right indexes are.
  void look() {
    stage.set(new IndexStage.Looking());
    running =
        Optional.of(
            jobs.start(
                messages.text("index.job.look"),
                this::plans,
                plans -> stage.set(new IndexStage.Planned(plans, Optional.empty())),
                failure -> stage.set(new IndexStage.Blind(problemOf(failure)))));
  }

  private List<IndexPlan> plans(Cancellation cancellation, Progress progress) throws IOException {
    List<IndexPlan> plans = new ArrayList<>();
    for (Path candidate : candidates) {
      IndexPlan plan = IndexPlan.of(candidate, cancellation, progress);
      if (plan.isNeeded()) {
        plans.add(plan);
      }
    }
    return plans;
  }

  /// Writes the indexes that can be written. One that is there gives way: the panel says so.
  void write() {
    if (!(stage.get() instanceof IndexStage.Planned planned) || planned.writable().isEmpty()) {
      return;
    }
    boolean keeps = keepsOld.get();
    stage.set(new IndexStage.Writing(planned));
    running =
        Optional.of(
            jobs.startToEnd(
                    messages.text("index.job.write"),
                    (cancellation, progress) -> writeAll(planned, keeps, cancellation, progress),
                    written -> stage.set(new IndexStage.Done(done(written))),
                    failure ->
                        stage.set(
                            new IndexStage.Planned(
                                planned.plans(), Optional.of(problemOf(failure)))))
                .concluding(
                    () -> stage.get() instanceof IndexStage.Done(String sentence) ? sentence : ""));
  }

  private List<IndexFile.Written> writeAll(
      IndexStage.Planned planned, boolean keeps, Cancellation cancellation, Progress progress)
      throws IOException {
    List<IndexFile.Written> written = new ArrayList<>();
    List<IndexPlan> plans = planned.writable();
    for (IndexPlan plan : plans) {
      written.add(writer.write(plan, true, keeps, cancellation));
      progress.report(written.size(), plans.size());
    }
    return written;
  }

  private String done(List<IndexFile.Written> written) {
    if (written.size() > 1) {
      return messages.text("index.written.all", Figures.count(written.size()));
    }
    IndexFile.Written only = written.getFirst();
    String name = nameOf(only.file());
    return only.backup()
        .map(backup -> messages.text("index.written.backup", name, nameOf(backup)))
        .orElseGet(() -> messages.text("index.written", name));
  }

  private static String nameOf(Path file) {
    return DisplayText.of(String.valueOf(file.getFileName()), 200);
  }

  private Failure problemOf(Throwable failure) {
    return failure instanceof CancellationException
        ? Failure.told(sentence(failure))
        : Failure.told(sentence(failure), failure);
  }

  private String sentence(Throwable failure) {
    if (failure instanceof CancellationException) {
      return messages.text("index.cancelled");
    }
    boolean isSentence = failure.getClass() == IOException.class && failure.getMessage() != null;
    return isSentence
        ? DisplayText.of(messages.sentence(failure.getMessage()), MESSAGE_LIMIT)
        : messages.sentence(Failures.sentence(failure));
  }

  /// Asks what runs to stop.
  void cancel() {
    running.ifPresent(Job::cancel);
  }
}
