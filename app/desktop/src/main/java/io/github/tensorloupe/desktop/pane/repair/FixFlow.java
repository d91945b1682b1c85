package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Work;
import java.nio.file.Path;

/// Offers a fix for the damaged files of the open document, which is planned before it is carried
/// out. Belongs to the FX thread.
public abstract sealed class FixFlow<P> permits RepairFlow, SalvageFlow {

  /// The texts of the panel.
  ///
  /// @param id of the panel, and prefix of the ids of its parts
  /// @param copyButton writes a new file
  /// @param ownButton writes the damaged file itself; empty if that is not offered
  /// @param nameWord stands before the extension in the initial name of a new file
  record Texts(
      String id, String title, String copyButton, Optional<String> ownButton, String nameWord) {}

  /// The result.
  ///
  /// @param file that was written
  /// @param sentence in the language of the window
  record Done(Path file, boolean isNew, String sentence) {}

  final RepairTools tools;
  final Messages messages;
  final Selection selection;
  final Texts texts;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private List<TensorFile> files = List.of();
  private Optional<FixViewModel<P>> current = Optional.empty();

  FixFlow(RepairTools tools, Selection selection, Texts texts) {
    this.tools = tools;
    this.messages = tools.messages();
    this.selection = selection;
    this.texts = texts;
  }

  /// Plans the fix. Called in the background.
  abstract P plan(TensorFile file) throws IOException;

  /// True if the plan would change anything.
  abstract boolean isUseful(P plan);

  /// Describes the plan. Called on the FX thread.
  abstract List<Node> describe(P plan);

  /// The work that carries out the plan. Called on the FX thread.
  ///
  /// @param target the new file, replaced if it exists; empty for the damaged file itself
  abstract Work<Done> carryOut(P plan, Optional<Path> target);

  final List<TensorFile> filesThat(Predicate<TensorFile> match) {
    return selection.openDocument().stream()
        .flatMap(open -> open.checkpoint().files().stream())
        .filter(match)
        .toList();
  }

  /// Sets the files that the fix can be offered for.
  final void setFiles(List<TensorFile> fixable) {
    files = fixable;
    possible.set(!fixable.isEmpty());
  }

  /// True if the fix can be offered for the open document.
  public final BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  public final boolean isWriting() {
    return current.filter(model -> model.writingProperty().get().isPresent()).isPresent();
  }

  public final void show() {
    if (files.isEmpty() || isWriting()) {
      return;
    }
    FixViewModel<P> model = new FixViewModel<>(this, files, first());
    current = Optional.of(model);
    tools.show(texts.title(), () -> new FixPanel<>(model, this).panel());
  }

  /// The file of the selected tensor or of the caret if it is offered, else the first one.
  private TensorFile first() {
    return Stream.concat(
            selection.tensorProperty().get().map(TensorRef::file).stream(),
            selection.caretProperty().get().map(Caret::file).stream())
        .filter(files::contains)
        .findFirst()
        .orElse(files.getFirst());
  }

  /// The fix of one of several damaged files: choice, plan, progress and result. Belongs to the FX
  /// thread; files are read and written in the background.
  static final class FixViewModel<P> {

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
      return Failure.told(messages.sentence(Failures.sentence(failure)), failure)
          .doing(messages.text("fix.job"))
          .about(chosen.get().path());
    }

    void cancel() {
      running.ifPresent(Job::cancel);
    }
  }

  /// The parts of the window that repairs use.
  ///
  /// @param targets asks where a new file goes
  /// @param reopen reloads the document
  /// @param tell shows the result after the panel is closed
  public record RepairTools(
      Supplier<PanelHost> panels,
      Jobs jobs,
      SaveTargets targets,
      Consumer<Path> open,
      Runnable reopen,
      Consumer<String> tell,
      Messages messages) {

    /// Shows a panel of the repairs.
    void show(String title, Supplier<Panel> panel) {
      panels.get().show(new PanelSource("repair", title, panel));
    }

    void hide(Panel panel) {
      panels.get().hide(panel);
    }
  }
}
