package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Throughput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/// Shows what would be done for a damaged file, does it, and tells what came of it.
///
/// @param <P> what would be done
final class FixPanel<P> {

  private static final int NAME_CHARACTERS = 200;

  /// What the panel says.
  ///
  /// @param id of the panel; those of its parts begin with it
  /// @param copyButton what writes a new file
  /// @param ownButton what writes the damaged file itself; empty where that is not offered
  /// @param suggestedName makes the name of a new file to begin with
  record Words(
      String id,
      String title,
      String copyButton,
      Optional<String> ownButton,
      UnaryOperator<String> suggestedName) {}

  private final FixViewModel<P> model;
  private final Fix<P> fix;
  private final RepairTools tools;
  private final Words words;
  private final Messages messages;
  private final Panel panel;
  private final Button close;
  private final Button stop;
  private final Button copy;
  private final Button again;
  private final Optional<Button> own;
  private final VBox description = new VBox(20);
  private final VBox notice = new VBox();
  private final ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
  private final Label figures = new Label();

  private FixPanel(FixViewModel<P> model, Fix<P> fix, RepairTools tools, Words words) {
    this.model = model;
    this.fix = fix;
    this.tools = tools;
    this.words = words;
    this.messages = tools.messages();
    panel = new Panel(words.id());
    close = button("close", messages.text("fix.button.close"), this::close);
    stop = button("stop", messages.text("fix.button.stop"), model::cancel);
    copy = button("copy", words.copyButton(), this::writeCopy);
    again = button("again", messages.text("fault.again"), model::look);
    own =
        words
            .ownButton()
            .map(text -> button("own", text, () -> this.model.carryOut(Optional.empty())));
    panel.setBody(body());
    panel.setOnEscape(this::close);
    Following following = Following.of(panel);
    following.subscribe(model.chosenProperty(), this::showName);
    following.subscribe(model.planProperty(), this::showPlan);
    following.subscribe(model.isWorking(), this::showStage);
    following.subscribe(model.problemProperty(), this::showProblem);
    following.subscribe(model.throughputProperty(), this::showProgress);
    following.subscribe(model.doneProperty(), done -> done.ifPresent(this::end));
  }

  /// Shows a panel.
  static <P> void show(FixViewModel<P> model, Fix<P> fix, RepairTools tools, Words words) {
    tools
        .panels()
        .get()
        .show(
            new PanelSource(
                "repair", words.title(), () -> new FixPanel<>(model, fix, tools, words).panel));
  }

  private Button button(String name, String text, Runnable action) {
    Button button = new Button(text);
    button.setId(words.id() + "-" + name);
    button.setOnAction(_ -> action.run());
    return button;
  }

  private VBox body() {
    VBox body = new VBox(20);
    if (model.files().size() > 1) {
      body.getChildren().add(Notices.section(messages.text("fix.file"), choice()));
    }
    description.setId(words.id() + "-description");
    description.setMinWidth(0);
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(messages.text("fix.job"));
    VBox progress = new VBox(8, bar, figures);
    progress.visibleProperty().bind(model.isWorking());
    progress.managedProperty().bind(progress.visibleProperty());
    notice.setId(words.id() + "-notice");
    notice.managedProperty().bind(notice.visibleProperty());
    body.getChildren().addAll(description, progress, notice);
    return body;
  }

  private ComboBox<TensorFile> choice() {
    ComboBox<TensorFile> choice = new ComboBox<>();
    choice.setId(words.id() + "-file");
    choice.setAccessibleText(messages.text("fix.file"));
    choice.setMaxWidth(Double.MAX_VALUE);
    choice.getItems().setAll(model.files());
    choice.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(TensorFile file) {
            return file == null ? "" : nameOf(file);
          }

          @Override
          public TensorFile fromString(String text) {
            throw new UnsupportedOperationException("the choice is not typed");
          }
        });
    choice.valueProperty().bindBidirectional(model.chosenProperty());
    choice.disableProperty().bind(model.isWorking());
    return choice;
  }

  private static String nameOf(TensorFile file) {
    return DisplayText.of(String.valueOf(file.path().getFileName()), NAME_CHARACTERS);
  }

  private void showName(TensorFile file) {
    panel.setTitle(words.title(), nameOf(file));
  }

  private void showPlan(Optional<P> plan) {
    description.getChildren().setAll(plan.map(fix::describe).orElse(List.of()));
    boolean worthwhile = plan.filter(fix::isWorthwhile).isPresent();
    copy.setDisable(!worthwhile);
    own.ifPresent(button -> button.setDisable(!worthwhile));
    panel.focusButtons();
  }

  private void writeCopy() {
    Path file = model.chosenProperty().get().path();
    tools
        .targets()
        .chooseTarget(words.suggestedName().apply(String.valueOf(file.getFileName())))
        .ifPresent(target -> model.carryOut(Optional.of(target)));
  }

  private void close() {
    if (!model.isWorking().get()) {
      tools.panels().get().hide(panel);
    }
  }

  private void showStage(boolean working) {
    if (working) {
      panel.setStopButton(stop);
      panel.showEnd();
    } else if (isBlind()) {
      panel.setButtons(List.of(), List.of(close, again));
    } else {
      List<Button> buttons = new ArrayList<>(List.of(close, copy));
      own.ifPresent(buttons::add);
      panel.setButtons(List.of(), buttons);
    }
  }

  /// Whether it could not be found out what there is to do.
  private boolean isBlind() {
    return model.planProperty().get().isEmpty() && model.problemProperty().get().isPresent();
  }

  private void showProblem(Optional<Failure> problem) {
    if (!model.isWorking().get()) {
      showStage(false);
    }
    notice.getChildren().clear();
    problem.ifPresent(failure -> notice.getChildren().add(Notices.of(failure, messages)));
    notice.setVisible(problem.isPresent());
    if (problem.isPresent()) {
      panel.showEnd();
    }
  }

  private void showProgress(Optional<Throughput> throughput) {
    bar.setProgress(
        throughput
            .filter(now -> now.total() > 0)
            .map(now -> (double) now.done() / now.total())
            .orElse(ProgressBar.INDETERMINATE_PROGRESS));
    figures.setText(
        throughput
            .map(
                now ->
                    messages.text(
                        "fix.progress", Figures.bytes(now.done()), Figures.bytes(now.total())))
            .orElse(""));
  }

  private void end(Fix.Done done) {
    if (!done.isNew()) {
      tools.panels().get().hide(panel);
      tools.reopen().run();
      tools.tell().accept(done.sentence());
      return;
    }
    notice.getChildren().setAll(Notices.of(Notices.Tone.SUCCESS, done.sentence()));
    notice.setVisible(true);
    Button open =
        button(
            "open",
            messages.text("fix.button.open"),
            () -> {
              tools.panels().get().hide(panel);
              tools.open().accept(done.file());
            });
    panel.setButtons(List.of(), List.of(close, open));
    panel.showEnd();
  }
}
