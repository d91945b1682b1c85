package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// One save from the review to its end: what has changed, the plans, the options, and how far it
/// is. Belongs to the FX thread; files are looked at and written beside it.
public final class SaveViewModel {

  /// What a save is about.
  ///
  /// @param changes what is to be saved, at least one set
  /// @param options to begin with
  record Order(
      Checkpoint checkpoint,
      List<ChangeSet> changes,
      Destination destination,
      SaveOptions options) {}

  private final Order order;
  private final List<ChangeSet> changes;
  private final ChangeCheck check;
  private final Jobs jobs;
  private final LatestJob planJob;
  private final Planning planning;
  private final SaveRun run;
  private final Messages messages;
  private final LongSupplier nanoTime;
  private final ReadOnlyObjectWrapper<SaveStage> stage =
      new ReadOnlyObjectWrapper<>(new SaveStage.Planning());
  private final ReadOnlyObjectWrapper<TransferRate> rate =
      new ReadOnlyObjectWrapper<>(new TransferRate(0, 0, Duration.ZERO));
  private SaveOptions options;
  private Optional<Job> saving = Optional.empty();

  /// @param nanoTime a clock, as [System#nanoTime]
  SaveViewModel(Order order, Saver saver, Jobs jobs, Messages messages, LongSupplier nanoTime) {
    this.order = order;
    this.changes = List.copyOf(order.changes());
    this.check = new ChangeCheck(order.checkpoint());
    this.options = order.options();
    this.jobs = jobs;
    this.planJob = new LatestJob(jobs);
    this.planning = new Planning(saver);
    this.run = new SaveRun(saver, messages);
    this.messages = messages;
    this.nanoTime = nanoTime;
    plan();
  }

  /// What is to be saved.
  List<ChangeSet> changes() {
    return changes;
  }

  Destination destination() {
    return order.destination();
  }

  /// How far it is.
  ReadOnlyObjectProperty<SaveStage> stageProperty() {
    return stage.getReadOnlyProperty();
  }

  /// How much has been written and how fast; of use while files are being written.
  ReadOnlyObjectProperty<TransferRate> rateProperty() {
    return rate.getReadOnlyProperty();
  }

  SaveOptions options() {
    return options;
  }

  /// Decides otherwise; what would be written is found out anew.
  void setOptions(SaveOptions wanted) {
    if (!wanted.equals(options)) {
      options = wanted;
      plan();
    }
  }

  /// Finds out, again, what would be written.
  void plan() {
    SaveOptions wanted = options;
    stage.set(new SaveStage.Planning());
    planJob.start(
        messages.text("save.job.plan"),
        (cancellation, _) -> review(wanted, cancellation),
        stage::set,
        failure -> stage.set(new SaveStage.Review(problems(), unplanned(failure))));
  }

  private SaveStage.Review review(SaveOptions wanted, Cancellation cancellation) {
    List<List<EditProblem>> problems = problems();
    boolean blocked = problems.stream().flatMap(List::stream).anyMatch(EditProblem::isBlocking);
    return new SaveStage.Review(
        problems,
        blocked ? List.of() : planning.run(targets(), order.destination(), wanted, cancellation));
  }

  private Optional<Path> firstWritten() {
    return stage.get() instanceof SaveStage.Ended(List<FileOutcome> outcomes)
        ? outcomes.stream().filter(FileOutcome::isWritten).map(FileOutcome::target).findFirst()
        : Optional.empty();
  }

  private JobOutcome outcome() {
    return stage.get() instanceof SaveStage.Ended(List<FileOutcome> outcomes)
        ? outcome(outcomes)
        : new JobOutcome.Done("");
  }

  private JobOutcome outcome(List<FileOutcome> outcomes) {
    Optional<FileOutcome> failed =
        outcomes.stream().filter(each -> !each.isAsWanted() && !each.isStopped()).findFirst();
    if (failed.isPresent()) {
      return new JobOutcome.Failed(
          failed.get().cause().orElseGet(() -> new SentenceException(failed.get().sentence())));
    }
    return outcomes.stream().anyMatch(FileOutcome::isStopped)
        ? new JobOutcome.Cancelled()
        : new JobOutcome.Done(SavedWords.of(outcomes, messages));
  }

  private List<List<EditProblem>> problems() {
    return check.of(changes);
  }

  private List<PlannedFile> unplanned(Throwable failure) {
    return targets().stream()
        .map(target -> target.file().path())
        .<PlannedFile>map(path -> new PlannedFile.Unplanned(path, Failures.of(failure).about(path)))
        .toList();
  }

  private List<FileOutcome> failed(List<PlannedFile> plans, Throwable failure) {
    String sentence =
        messages.text("save.outcome.unexpected", DisplayText.of(failure.toString(), 400));
    return plans.stream()
        .map(
            plan ->
                new FileOutcome(plan.path(), plan.path(), FileOutcome.Result.FAILED, sentence)
                    .because(failure))
        .toList();
  }

  private List<SaveTarget> targets() {
    return changes.stream()
        .flatMap(
            set ->
                set.files().stream()
                    .map(file -> new SaveTarget(file, set.metadata().orElseThrow())))
        .toList();
  }

  /// Whether it can be saved as things are.
  boolean isSaveable() {
    return stage.get() instanceof SaveStage.Review(var _, List<PlannedFile> plans)
        && plans.stream().anyMatch(PlannedFile::isSaveable);
  }

  /// Saves every file that can be saved; nothing happens if none can. The others are told about at
  /// the end.
  void save() {
    if (!(stage.get() instanceof SaveStage.Review(var _, List<PlannedFile> plans))
        || !isSaveable()) {
      return;
    }
    stage.set(new SaveStage.Saving());
    ByteProgress progress = new ByteProgress();
    Job job =
        jobs.startToEnd(
            messages.text("save.job.save"),
            (cancellation, fraction) -> run.run(plans, cancellation, progress.over(fraction)),
            outcomes -> stage.set(new SaveStage.Ended(outcomes)),
            failure -> stage.set(new SaveStage.Ended(failed(plans, failure))));
    job.inBytes().ending(this::outcome).writing(this::firstWritten);
    if (plans.size() == 1) {
      job.about(DisplayText.of(String.valueOf(plans.getFirst().path().getFileName())));
    }
    long begin = nanoTime.getAsLong();
    job.progressProperty()
        .subscribe(_ -> rate.set(progress.rate(Duration.ofNanos(nanoTime.getAsLong() - begin))));
    saving = Optional.of(job);
  }

  /// Whether files are being written.
  boolean isSaving() {
    return stage.get() instanceof SaveStage.Saving;
  }

  /// Asks the save to stop; what is not yet written stays as it is.
  void stop() {
    saving.ifPresent(Job::cancel);
  }

  /// Ends planning, if it is going on.
  void close() {
    planJob.cancel();
  }
}
