package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.Step.Planned;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.Step.Written;
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

  sealed interface Step<P> {

    record Planned<P>(P plan) implements Step<P> {}

    /// A new file was written.
    record Written<P>(Path file, String sentence) implements Step<P> {}
  }

  private static final int NAME_CHARACTERS = 200;

  final PaneContext context;
  final Messages messages;
  final Selection selection;
  final ObservableList<TensorFile> files = FXCollections.observableArrayList();
  final ObjectProperty<TensorFile> chosen = new SimpleObjectProperty<>();
  private final StagedWork<Step<P>> work;
  private final Consumer<Path> open;
  private final String id;
  private final String nameWord;

  /// @param open opens a new file
  /// @param reopen reloads the document
  /// @param id the id of the panel, and the prefix of the ids of its parts
  /// @param nameWord inserted before the extension in the suggested name of a new file
  FixFlow(PaneContext context, Consumer<Path> open, Runnable reopen, String id, String nameWord) {
    this.context = context;
    this.messages = context.messages();
    this.selection = context.selection();
    this.open = open;
    this.id = id;
    this.nameWord = nameWord;
    this.work = new StagedWork<>(context.jobs());
    work.onFinished(
        sentence -> {
          reopen.run();
          context.showMessage().accept(sentence);
        });
  }

  /// Plans the fix. Called in the background.
  abstract P plan(TensorFile file) throws IOException;

  abstract boolean isUseful(P plan);

  /// Describes the plan. Called on the FX thread.
  abstract List<Node> describe(P plan);

  /// Returns the work that executes the plan for the chosen file. Called on the FX thread.
  ///
  /// @param target the new file, replaced if it exists; empty for the damaged file itself
  abstract Work<RunResult<Step<P>>> fix(P plan, Optional<Path> target);

  RunResult<Step<P>> written(Path file, String sentence) {
    return RunResult.step(
        new Written<>(file, sentence), new JobOutcome.Done(sentence), Optional.of(file));
  }

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
    return work.isRunning();
  }

  /// Shows the panel for the file of the selected tensor or of the caret if the fix is offered for
  /// it, otherwise for the first file.
  public final void show() {
    if (files.isEmpty() || isWriting()) {
      return;
    }
    Optional<TensorFile> ofTensor = selection.tensorProperty().get().map(TensorRef::file);
    Optional<TensorFile> ofCaret = selection.caretProperty().get().map(Caret::file);
    choose(
        ofTensor
            .filter(files::contains)
            .or(() -> ofCaret.filter(files::contains))
            .orElse(files.getFirst()));
    String title = messages.text("fix." + id + ".title");
    context.panels().show("repair", title, () -> new FixPanel().staged.panel);
  }

  private void choose(TensorFile file) {
    chosen.set(file);
    work.plan(messages.text("fix.planning"), (_, _) -> new Planned<>(plan(file)));
  }

  /// @param target the new file; empty for the damaged file itself
  private void write(Optional<Path> target) {
    if (work.step().orElse(null) instanceof Planned<P>(P plan)) {
      work.run(messages.text("fix.job"), messages.text("panel.stopped"), fix(plan, target))
          .inBytes();
    }
  }

  private static String nameOf(TensorFile file) {
    return DisplayText.of(String.valueOf(file.path().getFileName()), NAME_CHARACTERS);
  }

  private final class FixPanel {

    private final StagedPanel<Step<P>> staged =
        new StagedPanel<>(id, messages.text("fix.button.close"), work, context.panels(), messages);

    /// The buttons that start writing: to a new file, and to the damaged one if that is offered.
    private final List<Button> writers = new ArrayList<>();

    FixPanel() {
      String key = "fix." + id;
      writers.add(staged.button("copy", messages.text(key + ".copy"), this::writeCopy));
      messages
          .find(key + ".own")
          .map(text -> staged.button("own", text, () -> write(Optional.empty())))
          .ifPresent(writers::add);
      if (files.size() > 1) {
        staged.setForm(PanelParts.section(messages.text("fix.file"), choice()));
      }
      WeakSubscriptions.of(staged.panel)
          .subscribe(
              chosen, file -> staged.panel.setTitle(messages.text(key + ".title"), nameOf(file)));
      staged.begin(this::show);
    }

    private ComboBox<TensorFile> choice() {
      ComboBox<TensorFile> choice = PanelParts.named(new ComboBox<>(), id + "-file");
      choice.setAccessibleText(messages.text("fix.file"));
      choice.setMaxWidth(Double.MAX_VALUE);
      choice.getItems().setAll(files);
      choice.setConverter(PanelParts.choiceText(FixFlow::nameOf));
      choice.setValue(chosen.get());
      choice.setOnAction(_ -> choose(choice.getValue()));
      staged.disableDuringRun(choice);
      return choice;
    }

    private void show(Step<P> step) {
      switch (step) {
        case Planned<P>(P plan) -> {
          writers.forEach(button -> button.setDisable(!isUseful(plan)));
          List<Button> buttons = new ArrayList<>(writers);
          buttons.addFirst(staged.close);
          staged.showStep(describe(plan), List.of(), buttons);
        }
        case Written<P>(Path file, String sentence) -> {
          Runnable closeAndOpen =
              () -> {
                staged.close();
                open.accept(file);
              };
          Button openFile = staged.button("open", messages.text("fix.button.open"), closeAndOpen);
          Node notice = PanelParts.notice(Tone.SUCCESS, sentence);
          staged.showStep(List.of(notice), List.of(), List.of(staged.close, openFile));
        }
      }
    }

    private void writeCopy() {
      String name = String.valueOf(chosen.get().path().getFileName());
      int dot = name.lastIndexOf('.');
      String stem = dot > 0 ? name.substring(0, dot) : name;
      FileDialogs dialogs = context.dialogs().get();
      dialogs
          .chooseTarget("%s.%s.safetensors".formatted(stem, nameWord))
          .ifPresent(target -> write(Optional.of(target)));
    }
  }
}
