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
import io.github.tensorloupe.desktop.pane.repair.FixFlow.RepairTools;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;

/// Shows the plan of a fix, carries it out and shows the result.
final class FixPanel<P> {

  private static final int NAME_CHARACTERS = 200;

  private final FixFlow<P> flow;
  private final RepairTools tools;
  private final Messages messages;
  private final Panel panel;
  private final Button close;
  private final Button stop;
  private final Button again;

  /// The buttons that write: a new file, and the damaged one if that is offered.
  private final List<Button> writers = new ArrayList<>();

  private final VBox description = new VBox(20);
  private final VBox notice = new VBox();
  private final ByteProgress progress;

  FixPanel(FixFlow<P> flow) {
    this.flow = flow;
    this.tools = flow.tools;
    this.messages = flow.messages;
    panel = new Panel(flow.id);
    close = button("close", messages.text("fix.button.close"), this::close);
    stop = button("stop", messages.text("fix.button.stop"), flow::cancel);
    again = button("again", messages.text("fault.again"), () -> flow.choose(flow.chosen.get()));
    String key = "fix." + flow.id;
    writers.add(button("copy", messages.text(key + ".copy"), this::writeCopy));
    messages
        .find(key + ".own")
        .map(text -> button("own", text, () -> flow.carryOut(Optional.empty())))
        .ifPresent(writers::add);
    progress = new ByteProgress(flow.id + "-progress", messages.text("fix.job"), messages);
    panel.setBody(body());
    panel.setOnEscape(this::close);
    Following following = Following.of(panel);
    following.subscribe(
        flow.chosen, file -> panel.setTitle(messages.text(key + ".title"), nameOf(file)));
    following.subscribe(flow.plan, this::showPlan);
    following.subscribe(
        flow.writing,
        job -> {
          progress.follow(job);
          PanelParts.setShown(progress, job.isPresent());
          showStage();
        });
    following.subscribe(flow.problem, this::showProblem);
    following.subscribe(flow.done, done -> done.ifPresent(this::end));
  }

  Panel panel() {
    return panel;
  }

  private Button button(String name, String text, Runnable action) {
    return PanelParts.button(flow.id + "-" + name, text, action);
  }

  private VBox body() {
    VBox body = new VBox(20);
    if (flow.files.size() > 1) {
      body.getChildren().add(PanelParts.section(messages.text("fix.file"), choice()));
    }
    description.setId(flow.id + "-description");
    description.setMinWidth(0);
    notice.setId(flow.id + "-notice");
    body.getChildren().addAll(description, progress, notice);
    return body;
  }

  private ComboBox<TensorFile> choice() {
    ComboBox<TensorFile> choice = new ComboBox<>();
    choice.setId(flow.id + "-file");
    choice.setAccessibleText(messages.text("fix.file"));
    choice.setMaxWidth(Double.MAX_VALUE);
    choice.getItems().setAll(flow.files);
    choice.setConverter(PanelParts.choiceText(FixPanel::nameOf));
    choice.setValue(flow.chosen.get());
    choice.setOnAction(_ -> flow.choose(choice.getValue()));
    Following.of(panel).subscribe(flow.writing, job -> choice.setDisable(job.isPresent()));
    return choice;
  }

  private static String nameOf(TensorFile file) {
    return DisplayText.of(String.valueOf(file.path().getFileName()), NAME_CHARACTERS);
  }

  private void showPlan(Optional<P> plan) {
    description.getChildren().setAll(plan.map(flow::describe).orElse(List.of()));
    boolean useful = plan.filter(flow::isUseful).isPresent();
    writers.forEach(button -> button.setDisable(!useful));
    panel.focusButtons();
  }

  private void writeCopy() {
    String name = String.valueOf(flow.chosen.get().path().getFileName());
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 ? name.substring(0, dot) : name;
    tools
        .targets()
        .chooseTarget("%s.%s.safetensors".formatted(stem, flow.nameWord))
        .ifPresent(target -> flow.carryOut(Optional.of(target)));
  }

  private void close() {
    if (!flow.isWriting()) {
      tools.panels().hide(panel);
    }
  }

  private void showStage() {
    if (flow.isWriting()) {
      panel.setStopButton(stop);
      panel.showEnd();
    } else if (flow.plan.get().isEmpty() && flow.problem.get().isPresent()) {
      panel.setButtons(List.of(), List.of(close, again));
    } else {
      panel.setButtons(List.of(), Stream.concat(Stream.of(close), writers.stream()).toList());
    }
  }

  private void showProblem(Optional<Failure> problem) {
    if (!flow.isWriting()) {
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
      tools.panels().hide(panel);
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
              tools.panels().hide(panel);
              tools.open().accept(done.file());
            });
    panel.setButtons(List.of(), List.of(close, open));
    panel.showEnd();
  }
}
