package io.github.tensorloupe.desktop.pane.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.text.Messages;
import java.io.IOException;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;

@ExtendWith(StageExtension.class)
class ActivityChipTest {

  @Test
  void failuresAreNextToALongSentence(FxRobot robot) {
    robot.interact(
        () -> {
          Jobs jobs = new Jobs(Runnable::run, Runnable::run);
          Commands commands = new Commands(Messages.english());
          commands.bind(Command.SHOW_JOBS, () -> {});
          ActivityChip chip = new ActivityChip(jobs, commands, Messages.english());
          Label sentence = new Label("a sentence that takes more room than there is ".repeat(20));
          sentence.setMinWidth(0);
          HBox bar = new HBox(sentence, chip);
          new Scene(bar, 400, 40);
          jobs.start(
              "Failing",
              (_, _) -> {
                throw new IOException("no luck");
              },
              _ -> {},
              _ -> {});
          bar.applyCss();
          bar.layout();

          double failures = chip.lookup("#status-job-list").prefWidth(-1);
          assertThat(failures).isGreaterThan(40);
          assertThat(chip.getWidth()).isGreaterThanOrEqualTo(failures);
        });
  }
}
