package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.Done;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;

/// The fix of one of several damaged files: choice, plan, progress and result. Belongs to the FX
/// thread; files are read and written in the background.
final class FixViewModel<P> {

  private final FixFlow<P> flow;
  private final List<TensorFile> files;
  private final Jobs jobs;
  private final Messages messages;
  private final ObjectProperty<TensorFile> chosen;
  private final ReadOnlyObjectWrapper<Optional<P>> plan =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Job>> writing =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> problem =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Done>> done =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<Job> running = Optional.empty();

  /// @param files the damaged files, at least one
  FixViewModel(FixFlow<P> flow, List<TensorFile> files, TensorFile first) {
    this.flow = flow;
    this.files = files;
    this.jobs = flow.tools.jobs();
    this.messages = flow.messages;
    this.chosen = new SimpleObjectProperty<>(first);
    chosen.subscribe(this::plan);
  }

  /// Plans the fix of the chosen file again. Not to be called while it is being written.
  void look() {
    plan(chosen.get());
  }

  private void plan(TensorFile file) {
    running.ifPresent(Job::cancel);
    plan.set(Optional.empty());
    problem.set(Optional.empty());
    running =
        Optional.of(
            jobs.start(
                messages.text("fix.planning"),
                (_, _) -> flow.plan(file),
                made -> plan.set(Optional.of(made)),
                failure -> problem.set(Optional.of(problemOf(failure)))));
  }

  List<TensorFile> files() {
    return files;
  }

  /// The chosen file. Not to be changed while a file is being written.
  ObjectProperty<TensorFile> chosenProperty() {
    return chosen;
  }

  ReadOnlyObjectProperty<Optional<P>> planProperty() {
    return plan.getReadOnlyProperty();
  }

  /// The job that writes a file.
  ReadOnlyObjectProperty<Optional<Job>> writingProperty() {
    return writing.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Optional<Failure>> problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /// The result.
  ReadOnlyObjectProperty<Optional<Done>> doneProperty() {
    return done.getReadOnlyProperty();
  }

  /// Carries out the plan.
  ///
  /// @param target the new file; empty for the damaged file itself
  void carryOut(Optional<Path> target) {
    if (writing.get().isPresent() || plan.get().isEmpty()) {
      return;
    }
    Work<Done> work = flow.carryOut(plan.get().get(), target);
    problem.set(Optional.empty());
    Job job =
        jobs.startToEnd(
            messages.text("fix.job"),
            work,
            what -> {
              writing.set(Optional.empty());
              done.set(Optional.of(what));
            },
            this::fail);
    job.concluding(() -> done.get().map(Done::sentence).orElse(""))
        .writing(() -> done.get().map(Done::file));
    running = Optional.of(job.inBytes());
    writing.set(running);
  }

  private void fail(Throwable failure) {
    writing.set(Optional.empty());
    problem.set(
        Optional.of(
            failure instanceof CancellationException
                ? Failure.told(messages.text("fix.cancelled"))
                : problemOf(failure)));
  }

  private Failure problemOf(Throwable failure) {
    return Failure.told(Failures.ofWriting(failure, messages), failure)
        .doing(messages.text("fix.job"))
        .about(chosen.get().path());
  }

  void cancel() {
    running.ifPresent(Job::cancel);
  }
}
