package io.github.tensorloupe.desktop.pane.activity;

import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.EndedJob;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobResult;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A job that is over: what it did, what came of it, and the way to it.
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
    job.about()
        .ifPresent(
            name -> {
              Label about = new Label(name);
              about.getStyleClass().add("caption");
              words.getChildren().add(about);
            });
    String sentence = OutcomeWords.sentence(job, messages);
    if (!sentence.isEmpty()) {
      Label told = new Label(DisplayText.of(sentence, CHARACTERS));
      told.setWrapText(true);
      told.setMinHeight(USE_PREF_SIZE);
      told.getStyleClass().add("job-sentence");
      words.getChildren().add(told);
    }
    Label when =
        new Label(
            messages.text(
                "jobs.ended",
                CLOCK.format(job.endedAt().atZone(ZoneId.systemDefault())),
                messages.duration(job.took())));
    when.getStyleClass().add("caption");
    words.getChildren().add(when);
    FlowPane buttons = buttons(job, onShow, messages);
    if (!buttons.getChildren().isEmpty()) {
      words.getChildren().add(buttons);
    }
    getChildren().addAll(icon(job.outcome()), words);
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
              Button show = new Button(OutcomeWords.action(result, messages));
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
