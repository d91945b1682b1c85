package io.github.tensorloupe.desktop.pane.activity;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.EndedJob;
import io.github.tensorloupe.desktop.job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// An ended job with its outcome and the way to its result.
final class EndedRow extends HBox {

  private static final int CHARACTERS = 400;
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  EndedRow(EndedJob job, Consumer<JobResult> onShow, Messages messages) {
    getStyleClass().addAll("job-row", "job-ended");
    Label title = new Label(job.title());
    title.getStyleClass().add("job-title");
    VBox words = new VBox(4, title);
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    job.about().ifPresent(name -> words.getChildren().add(caption(name)));
    String sentence = JobNotices.sentence(job, messages);
    if (!sentence.isEmpty()) {
      words
          .getChildren()
          .add(PanelParts.wrapping(DisplayText.of(sentence, CHARACTERS), "job-sentence"));
    }
    String endedAt = CLOCK.format(job.endedAt().atZone(ZoneId.systemDefault()));
    words
        .getChildren()
        .add(caption(messages.text("jobs.ended", endedAt, messages.duration(job.took()))));
    FlowPane buttons = buttons(job, onShow, messages);
    if (!buttons.getChildren().isEmpty()) {
      words.getChildren().add(buttons);
    }
    getChildren().addAll(icon(job.outcome()), words);
  }

  static Label caption(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("caption");
    return label;
  }

  private static FontIcon icon(JobOutcome outcome) {
    return switch (outcome) {
      case JobOutcome.Done _ -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
      case JobOutcome.Failed _ -> Icons.of(Feather.X_CIRCLE, "icon-danger");
      case JobOutcome.Cancelled _ -> Icons.of(Feather.SLASH);
    };
  }

  private static FlowPane buttons(EndedJob job, Consumer<JobResult> onShow, Messages messages) {
    FlowPane buttons = new FlowPane(8, 8);
    job.result()
        .ifPresent(
            result -> {
              Button show = new Button(JobNotices.action(result, messages));
              show.getStyleClass().addAll("small", "job-show");
              show.setMinWidth(USE_PREF_SIZE);
              show.setOnAction(_ -> onShow.accept(result));
              buttons.getChildren().add(show);
            });
    if (job.outcome() instanceof JobOutcome.Failed(Throwable cause)) {
      buttons.getChildren().add(new DetailsButton(Failures.of(cause).doing(job.title()), messages));
    }
    return buttons;
  }
}
