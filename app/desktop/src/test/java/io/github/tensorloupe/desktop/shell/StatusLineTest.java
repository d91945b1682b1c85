package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.io.IOException;
import javafx.util.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;

@ExtendWith(StageExtension.class)
class StatusLineTest {

  private final StatusLine status = new StatusLine(new Selection(), Duration.millis(10));

  @Test
  void briefMessageDisappearsAndALaterOneStays(FxRobot robot) {
    robot.interact(() -> status.reportBriefly(Failures.of(new IOException("no file manager"))));
    TestWindow.waitUntil("it is gone", () -> text().isEmpty());

    robot.interact(
        () -> {
          status.reportBriefly(Failures.of(new IOException("no file manager")));
          status.report("Saved.");
        });
    assertThat(text()).isEqualTo("Saved.");
  }

  private String text() {
    return status.message.get().sentence().key();
  }
}
