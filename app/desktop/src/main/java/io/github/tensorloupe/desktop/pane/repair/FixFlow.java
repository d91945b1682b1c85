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

/// Offers a fix for the damaged files of the open document: choice of the file, plan, progress and
/// result. Belongs to the FX thread; files are read and written in the background.
public abstract sealed class FixFlow<P> permits RepairFlow, SalvageFlow {

  /// The result.
  ///
  /// @param file that was written
  /// @param sentence in the language of the window
  record Done(Path file, boolean isNew, String sentence) {}

  final RepairTools tools;
  final Messages messages;
  final Selection selection;

  /// Of the panel; prefix of the ids of its parts.
  final String id;

  /// Stands before the extension in the initial name of a new file.
  final String nameWord;

  /// The files that the fix can be offered for.
  final ObservableList<TensorFile> files = FXCollections.observableArrayList();

  final ObjectProperty<TensorFile> chosen = new SimpleObjectProperty<>();
  final ObjectProperty<Optional<P>> plan = new SimpleObjectProperty<>(Optional.empty());

  /// The job that writes a file.
  final ObjectProperty<Optional<Job>> writing = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<Optional<Failure>> problem = new SimpleObjectProperty<>(Optional.empty());
  final ObjectProperty<Optional<Done>> done = new SimpleObjectProperty<>(Optional.empty());
  private Optional<Job> running = Optional.empty();

  FixFlow(RepairTools tools, Selection selection, String id, String nameWord) {
    this.tools = tools;
    this.messages = tools.messages();
    this.selection = selection;
    this.id = id;
    this.nameWord = nameWord;
  }

  /// Plans the fix. Called in the background.
  abstract P plan(TensorFile file) throws IOException;

  /// True if the plan would change anything.
  abstract boolean isUseful(P plan);

  /// Describes the plan. Called on the FX thread.
  abstract List<Node> describe(P plan);

  /// The work that carries out the plan of the chosen file. Called on the FX thread.
  ///
  /// @param target the new file, replaced if it exists; empty for the damaged file itself
  abstract Work<Done> work(P plan, Optional<Path> target);

  final List<TensorFile> filesThat(Predicate<TensorFile> match) {
    return selection.openDocument().stream()
        .flatMap(open -> open.checkpoint().files().stream())
        .filter(match)
        .toList();
  }

  /// True if the fix can be offered for the open document.
  public final BooleanExpression possible() {
    return Bindings.isNotEmpty(files);
  }

  public final boolean isWriting() {
    return writing.get().isPresent();
  }

  /// Shows the panel for the file of the selected tensor or of the caret if it is offered, else for
  /// the first one.
  public final void show() {
    if (files.isEmpty() || isWriting()) {
      return;
    }
    done.set(Optional.empty());
    choose(
        Stream.concat(
                selection.tensorProperty().get().map(TensorRef::file).stream(),
                selection.caretProperty().get().map(Caret::file).stream())
            .filter(files::contains)
            .findFirst()
            .orElse(files.getFirst()));
    tools.show(messages.text("fix." + id + ".title"), () -> new FixPanel<>(this).panel());
  }

  /// Plans the fix of a file. Not to be called while one is being written.
  final void choose(TensorFile file) {
    running.ifPresent(Job::cancel);
    chosen.set(file);
    plan.set(Optional.empty());
    problem.set(Optional.empty());
    running =
        Optional.of(
            tools
                .jobs()
                .start(
                    messages.text("fix.planning"),
                    (_, _) -> plan(file),
                    made -> plan.set(Optional.of(made)),
                    failure -> problem.set(Optional.of(problemOf(failure)))));
  }

  /// Carries out the plan.
  ///
  /// @param target the new file; empty for the damaged file itself
  final void carryOut(Optional<Path> target) {
    if (isWriting() || plan.get().isEmpty()) {
      return;
    }
    problem.set(Optional.empty());
    Job job =
        tools
            .jobs()
            .startToEnd(
                messages.text("fix.job"),
                work(plan.get().get(), target),
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

  /// Stops the job.
  final void cancel() {
    running.ifPresent(Job::cancel);
  }

  /// The parts of the window that repairs use.
  ///
  /// @param targets asks where a new file goes
  /// @param reopen reloads the document
  /// @param tell shows the result after the panel is closed
  public record RepairTools(
      PanelHost panels,
      Jobs jobs,
      SaveTargets targets,
      Consumer<Path> open,
      Runnable reopen,
      Consumer<String> tell,
      Messages messages) {

    /// Shows a panel of the repairs.
    void show(String title, Supplier<Panel> panel) {
      panels.show(new PanelSource("repair", title, panel));
    }
  }
}
