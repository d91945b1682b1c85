package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.Done;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.FixViewModel;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.RepairTools;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.Texts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;

/// Shows the plan of a fix, carries it out and shows the result.
final class FixPanel<P> {

  private static final int NAME_CHARACTERS = 200;

  private final FixViewModel<P> model;
  private final FixFlow<P> flow;
  private final RepairTools tools;
  private final Texts texts;
  private final Messages messages;
  private final Panel panel;
  private final Button close;
  private final Button stop;
  private final Button copy;
  private final Button again;
  private final Optional<Button> own;
  private final VBox description = new VBox(20);
  private final VBox notice = new VBox();
  private final ByteProgress progress;

  FixPanel(FixViewModel<P> model, FixFlow<P> flow) {
    this.model = model;
    this.flow = flow;
    this.tools = flow.tools;
    this.texts = flow.texts;
    this.messages = flow.messages;
    panel = new Panel(texts.id());
    close = button("close", messages.text("fix.button.close"), this::close);
    stop = button("stop", messages.text("fix.button.stop"), model::cancel);
    copy = button("copy", texts.copyButton(), this::writeCopy);
    again = button("again", messages.text("fault.again"), model::look);
    own =
        texts
            .ownButton()
            .map(text -> button("own", text, () -> this.model.carryOut(Optional.empty())));
    progress = new ByteProgress(texts.id() + "-progress", messages.text("fix.job"), messages);
    panel.setBody(body());
    panel.setOnEscape(this::close);
    Following following = Following.of(panel);
    following.subscribe(
        model.chosenProperty(), file -> panel.setTitle(texts.title(), nameOf(file)));
    following.subscribe(model.planProperty(), this::showPlan);
    following.subscribe(
        model.writingProperty(),
        job -> {
          progress.follow(job);
          PanelParts.setShown(progress, job.isPresent());
          showStage();
        });
    following.subscribe(model.problemProperty(), this::showProblem);
    following.subscribe(model.doneProperty(), done -> done.ifPresent(this::end));
  }

  Panel panel() {
    return panel;
  }

  private Button button(String name, String text, Runnable action) {
    return PanelParts.button(texts.id() + "-" + name, text, action);
  }

  private VBox body() {
    VBox body = new VBox(20);
    if (model.files().size() > 1) {
      body.getChildren().add(PanelParts.section(messages.text("fix.file"), choice()));
    }
    description.setId(texts.id() + "-description");
    description.setMinWidth(0);
    notice.setId(texts.id() + "-notice");
    body.getChildren().addAll(description, progress, notice);
    return body;
  }

  private ComboBox<TensorFile> choice() {
    ComboBox<TensorFile> choice = new ComboBox<>();
    choice.setId(texts.id() + "-file");
    choice.setAccessibleText(messages.text("fix.file"));
    choice.setMaxWidth(Double.MAX_VALUE);
    choice.getItems().setAll(model.files());
    choice.setConverter(PanelParts.choiceText(FixPanel::nameOf));
    choice.valueProperty().bindBidirectional(model.chosenProperty());
    choice.disableProperty().bind(model.writingProperty().map(Optional::isPresent));
    return choice;
  }

  private static String nameOf(TensorFile file) {
    return DisplayText.of(String.valueOf(file.path().getFileName()), NAME_CHARACTERS);
  }

  private void showPlan(Optional<P> plan) {
    description.getChildren().setAll(plan.map(flow::describe).orElse(List.of()));
    boolean useful = plan.filter(flow::isUseful).isPresent();
    copy.setDisable(!useful);
    own.ifPresent(button -> button.setDisable(!useful));
    panel.focusButtons();
  }

  private void writeCopy() {
    String name = String.valueOf(model.chosenProperty().get().path().getFileName());
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 ? name.substring(0, dot) : name;
    tools
        .targets()
        .chooseTarget("%s.%s.safetensors".formatted(stem, texts.nameWord()))
        .ifPresent(target -> model.carryOut(Optional.of(target)));
  }

  private void close() {
    if (!isWriting()) {
      tools.hide(panel);
    }
  }

  private boolean isWriting() {
    return model.writingProperty().get().isPresent();
  }

  private void showStage() {
    if (isWriting()) {
      panel.setStopButton(stop);
      panel.showEnd();
    } else if (model.planProperty().get().isEmpty() && model.problemProperty().get().isPresent()) {
      panel.setButtons(List.of(), List.of(close, again));
    } else {
      panel.setButtons(List.of(), Stream.concat(Stream.of(close, copy), own.stream()).toList());
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
      tools.hide(panel);
      tools.reopen().run();
      tools.tell().accept(done.sentence());
      return;
    }
    notice.getChildren().setAll(PanelParts.notice(Tone.SUCCESS, done.sentence()));
    PanelParts.setShown(notice, true);
    Button open =
        button(
            "open",
            messages.text("fix.button.open"),
            () -> {
              tools.hide(panel);
              tools.open().accept(done.file());
            });
    panel.setButtons(List.of(), List.of(close, open));
    panel.showEnd();
  }
}
