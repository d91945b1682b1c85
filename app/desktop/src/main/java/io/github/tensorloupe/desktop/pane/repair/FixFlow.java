package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;

/// Offers a fix for the damaged files of the open document: file selection, plan, progress and
/// result. Belongs to the FX thread; files are read and written in the background.
public abstract sealed class FixFlow<P> permits RepairFlow, SalvageFlow {

  /// @param file the written file
  /// @param sentence the result in the language of the window
  record Done(Path file, boolean isNew, String sentence) {}

  private static final int NAME_CHARACTERS = 200;

  final PaneContext context;
  final Messages messages;
  final Selection selection;

  private final Consumer<Path> open;
  private final Runnable reopen;
  private final String id;
  private final String nameWord;

  final ObservableList<TensorFile> files = FXCollections.observableArrayList();
  final ObjectProperty<TensorFile> chosen = new SimpleObjectProperty<>();
  private final ObjectProperty<Optional<P>> plan = new SimpleObjectProperty<>(Optional.empty());

  private final ObjectProperty<Optional<Job>> writing =
      new SimpleObjectProperty<>(Optional.empty());

  private final ObjectProperty<Optional<Failure>> problem =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<Done>> done = new SimpleObjectProperty<>(Optional.empty());
  private Optional<Job> running = Optional.empty();

  /// @param open opens a new file
  /// @param reopen reloads the document
  /// @param id the id of the panel, and the prefix of the ids of its parts
  /// @param nameWord inserted before the extension in the suggested name of a new file
  FixFlow(PaneContext context, Consumer<Path> open, Runnable reopen, String id, String nameWord) {
    this.context = context;
    this.messages = context.messages();
    this.selection = context.selection();
    this.open = open;
    this.reopen = reopen;
    this.id = id;
    this.nameWord = nameWord;
  }

  /// Plans the fix. Called in the background.
  abstract P plan(TensorFile file) throws IOException;

  abstract boolean isUseful(P plan);

  /// Describes the plan. Called on the FX thread.
  abstract List<Node> describe(P plan);

  /// Returns the work that executes the plan for the chosen file. Called on the FX thread.
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

  /// Shows the panel for the file of the selected tensor or of the caret if the fix is offered for
  /// it, otherwise for the first file.
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
    String title = messages.text("fix." + id + ".title");
    context.panels().show(new PanelSource("repair", title, () -> new FixPanel().panel));
  }

  /// Plans the fix of a file. Must not be called during writing.
  private void choose(TensorFile file) {
    running.ifPresent(Job::cancel);
    chosen.set(file);
    plan.set(Optional.empty());
    problem.set(Optional.empty());
    running =
        Optional.of(
            context
                .jobs()
                .start(
                    messages.text("fix.planning"),
                    (_, _) -> plan(file),
                    newPlan -> plan.set(Optional.of(newPlan)),
                    failure -> problem.set(Optional.of(problemOf(failure)))));
  }

  /// @param target the new file; empty for the damaged file itself
  private void carryOut(Optional<Path> target) {
    if (isWriting() || plan.get().isEmpty()) {
      return;
    }
    problem.set(Optional.empty());
    Job job =
        context
            .jobs()
            .startWriting(
                messages.text("fix.job"),
                work(plan.get().get(), target),
                what -> {
                  writing.set(Optional.empty());
                  done.set(Optional.of(what));
                },
                this::fail);
    job.withMessage(() -> done.get().map(Done::sentence).orElse(""))
        .writing(() -> done.get().map(Done::file));
    running = Optional.of(job.inBytes());
    writing.set(running);
  }

  private void fail(Throwable failure) {
    writing.set(Optional.empty());
    problem.set(
        Optional.of(
            failure instanceof CancellationException
                ? Failure.ofMessage(messages.text("fix.cancelled"))
                : problemOf(failure)));
  }

  private Failure problemOf(Throwable failure) {
    return Failure.ofMessage(messages.sentence(Failures.sentence(failure)), failure)
        .doing(messages.text("fix.job"))
        .about(chosen.get().path());
  }

  private static String nameOf(TensorFile file) {
    return DisplayText.of(String.valueOf(file.path().getFileName()), NAME_CHARACTERS);
  }

  private final class FixPanel {

    private final Panel panel = new Panel(id);
    private final Button close = button("close", messages.text("fix.button.close"), this::close);
    private final Button stop =
        button("stop", messages.text("fix.button.stop"), () -> running.ifPresent(Job::cancel));
    private final Button again =
        button("again", messages.text("fault.again"), () -> choose(chosen.get()));

    /// The buttons that start writing: to a new file, and to the damaged one if that is offered.
    private final List<Button> writers = new ArrayList<>();

    private final VBox description = new VBox(20);
    private final VBox notice = new VBox();
    private final ByteProgress progress =
        new ByteProgress(id + "-progress", messages.text("fix.job"), messages);

    FixPanel() {
      String key = "fix." + id;
      writers.add(button("copy", messages.text(key + ".copy"), this::writeCopy));
      messages
          .find(key + ".own")
          .map(text -> button("own", text, () -> carryOut(Optional.empty())))
          .ifPresent(writers::add);
      panel.setBody(body());
      panel.setOnEscape(this::close);
      WeakSubscriptions following = WeakSubscriptions.of(panel);
      following.subscribe(
          chosen, file -> panel.setTitle(messages.text(key + ".title"), nameOf(file)));
      following.subscribe(plan, this::showPlan);
      following.subscribe(
          writing,
          job -> {
            progress.follow(job);
            PanelParts.setShown(progress, job.isPresent());
            showStage();
          });
      following.subscribe(problem, this::showProblem);
      following.subscribe(done, done -> done.ifPresent(this::end));
    }

    private Button button(String name, String text, Runnable action) {
      return PanelParts.button(id + "-" + name, text, action);
    }

    private VBox body() {
      VBox body = new VBox(20);
      if (files.size() > 1) {
        body.getChildren().add(PanelParts.section(messages.text("fix.file"), choice()));
      }
      description.setId(id + "-description");
      description.setMinWidth(0);
      notice.setId(id + "-notice");
      body.getChildren().addAll(description, progress, notice);
      return body;
    }

    private ComboBox<TensorFile> choice() {
      ComboBox<TensorFile> choice = PanelParts.named(new ComboBox<>(), id + "-file");
      choice.setAccessibleText(messages.text("fix.file"));
      choice.setMaxWidth(Double.MAX_VALUE);
      choice.getItems().setAll(files);
      choice.setConverter(PanelParts.choiceText(FixFlow::nameOf));
      choice.setValue(chosen.get());
      choice.setOnAction(_ -> choose(choice.getValue()));
      WeakSubscriptions.of(panel).subscribe(writing, job -> choice.setDisable(job.isPresent()));
      return choice;
    }

    private void showPlan(Optional<P> plan) {
      description.getChildren().setAll(plan.map(FixFlow.this::describe).orElse(List.of()));
      boolean useful = plan.filter(FixFlow.this::isUseful).isPresent();
      writers.forEach(button -> button.setDisable(!useful));
      panel.focusButtons();
    }

    private void writeCopy() {
      String name = String.valueOf(chosen.get().path().getFileName());
      int dot = name.lastIndexOf('.');
      String stem = dot > 0 ? name.substring(0, dot) : name;
      context
          .dialogs()
          .get()
          .chooseTarget("%s.%s.safetensors".formatted(stem, nameWord))
          .ifPresent(target -> carryOut(Optional.of(target)));
    }

    private void close() {
      if (!isWriting()) {
        context.panels().hide(panel);
      }
    }

    private void showStage() {
      if (isWriting()) {
        panel.setStopButton(stop);
        panel.showEnd();
      } else if (plan.get().isEmpty() && problem.get().isPresent()) {
        panel.setButtons(List.of(), List.of(close, again));
      } else {
        panel.setButtons(List.of(), Stream.concat(Stream.of(close), writers.stream()).toList());
      }
    }

    private void showProblem(Optional<Failure> problem) {
      if (!isWriting()) {
        showStage();
      }
      notice.getChildren().clear();
      problem.ifPresent(failure -> notice.getChildren().add(PanelParts.notice(failure, messages)));
      PanelParts.setShown(notice, problem.isPresent());
      if (problem.isPresent()) {
        panel.showEnd();
      }
    }

    private void end(Done done) {
      if (!done.isNew()) {
        context.panels().hide(panel);
        reopen.run();
        context.showMessage().accept(done.sentence());
        return;
      }
      notice.getChildren().setAll(PanelParts.notice(Tone.SUCCESS, done.sentence()));
      PanelParts.setShown(notice, true);
      Runnable show =
          () -> {
            context.panels().hide(panel);
            open.accept(done.file());
          };
      Button shows = button("open", messages.text("fix.button.open"), show);
      panel.setButtons(List.of(), List.of(close, shows));
      panel.showEnd();
    }
  }
}
