package io.github.tensorloupe.desktop.pane.export;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.work.Throughput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;

/// Asks for a format and a place, and writes tensors.
final class ExportPanel {

  private final ExportViewModel model;
  private final ExportFlow.Tools tools;
  private final Messages messages;
  private final Panel panel = new Panel("export");
  private final Button close;
  private final Button stop;
  private final Button write;
  private final VBox notice = new VBox();
  private final ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
  private final Label figures = new Label();

  ExportPanel(ExportViewModel model, ExportFlow.Tools tools) {
    this.model = model;
    this.tools = tools;
    this.messages = tools.messages();
    close = button("export-close", "export.button.close", this::close);
    stop = button("export-stop", "export.button.stop", model::cancel);
    write = button("export-write", "export.button.write", this::write);
    panel.setTitle(messages.text("export.title"), model.words().subject());
    panel.setBody(body());
    panel.setOnEscape(this::close);
    Following following = Following.of(panel);
    following.subscribe(model.isWriting(), this::showStage);
    following.subscribe(model.problemProperty(), this::showProblem);
    following.subscribe(model.throughputProperty(), this::showProgress);
    following.subscribe(model.successProperty(), sentence -> sentence.ifPresent(this::end));
  }

  /// The panel, to be shown.
  Panel panel() {
    return panel;
  }

  private Button button(String id, String key, Runnable action) {
    Button button = new Button(messages.text(key));
    button.setId(id);
    button.setOnAction(_ -> action.run());
    return button;
  }

  private VBox body() {
    Label facts = Notices.wrapping(model.words().facts());
    facts.setId("export-facts");
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(messages.text("export.job"));
    figures.setId("export-figures");
    VBox progress = new VBox(8, bar, figures);
    progress.visibleProperty().bind(model.isWriting());
    progress.managedProperty().bind(progress.visibleProperty());
    notice.setId("export-notice");
    notice.managedProperty().bind(notice.visibleProperty());
    FormatForm form = new FormatForm(model, messages);
    form.disableProperty().bind(model.isWriting());
    return new VBox(
        20,
        Notices.section(messages.text("export.what"), facts),
        Notices.section(messages.text("export.format"), form),
        progress,
        notice);
  }

  private void close() {
    if (!model.isWriting().get()) {
      tools.panels().hide(panel);
    }
  }

  private void write() {
    Optional<Path> target =
        model.goesIntoFolder()
            ? tools.targets().chooseFolder()
            : tools.targets().chooseFile(model.suggestedName());
    target.ifPresent(model::writeTo);
  }

  private void showStage(boolean writing) {
    if (writing) {
      panel.setStopButton(stop);
      panel.showEnd();
    } else {
      panel.setButtons(List.of(), List.of(close, write));
    }
  }

  private void showProblem(Optional<Failure> problem) {
    notice.getChildren().clear();
    problem.ifPresent(failure -> notice.getChildren().add(Notices.of(failure, tools.messages())));
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
    figures.setText(throughput.map(this::figures).orElse(""));
  }

  private String figures(Throughput now) {
    String bytes =
        messages.text("export.progress", Figures.bytes(now.done()), Figures.bytes(now.total()));
    return now.secondsLeft().isEmpty()
        ? bytes
        : bytes
            + " · "
            + messages.text(
                "export.progress.left",
                messages.duration(
                    Duration.ofMillis((long) (now.secondsLeft().getAsDouble() * 1000))));
  }

  private void end(String sentence) {
    tools.panels().hide(panel);
    tools.tell().accept(sentence);
  }
}
