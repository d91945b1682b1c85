package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Runs the benchmark `Soak` for seconds instead of an hour. For other sequences: -Dsoak.seed=2
/// -Dsoak.steps=500
@ExtendWith(StageExtension.class)
class RandomUseTest extends LoggedWindow {

  private final List<String> steps = new ArrayList<>();
  private RandomUser user;

  @Start
  void show(Stage stage) {
    user =
        new RandomUser(
            () -> List.of(workspace),
            Stream.of(
                    "healthy-sharded",
                    "nan-and-inf.safetensors",
                    "rich-metadata.safetensors",
                    "truncated.safetensors",
                    "missing.safetensors")
                .map(SampleWindow::sample)
                .toList(),
            folder,
            Long.getLong("soak.seed", 1),
            steps::add);
    showWindow(stage, new TestEnvironment(folder).dialogs(user), 1000, 900);
  }

  @Test
  void randomUseThrowsNothingAndTheWindowBecomesIdle(FxRobot robot) throws IOException {
    for (int i = 0; i < Integer.getInteger("soak.steps", 60); i++) {
      robot.interact(user::step);
    }

    TestWindow.waitUntil("the window is at rest after " + steps, () -> isAtRest(robot));
    assertThat(logText()).as("the log after %s", steps).doesNotContain(" ERROR ");
  }

  private boolean isAtRest(FxRobot robot) {
    boolean[] is = new boolean[1];
    robot.interact(() -> is[0] = user.reset());
    return is[0];
  }
}
