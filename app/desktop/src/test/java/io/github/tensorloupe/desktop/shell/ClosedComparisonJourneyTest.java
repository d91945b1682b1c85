package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class ClosedComparisonJourneyTest {

  @TempDir Path folder;

  private Stage window;
  private Workspace workspace;

  /// Uses a window that the robot does not know. The robot keeps all events of its own window, and
  /// the events refer to their target views.
  @Start
  void show(Stage known) {
    window = new Stage();
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(window, workspace.view, 1200, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(
        () -> {
          workspace.close();
          window.close();
        });
  }

  private PaneContext context() {
    return workspace.comparison.context().orElseThrow();
  }

  @Test
  void closedComparisonIsForgottenWhateverPanesWereShown(FxRobot robot) throws IOException {
    Path a = new TensorFiles().floats("t", 1, 2).write(folder.resolve("a.safetensors"));
    Path b = new TensorFiles().floats("t", 1, 3).write(folder.resolve("b.safetensors"));
    robot.interact(() -> workspace.opener.compare(a, b, List.of()));
    TestWindow.waitUntil(
        "all is compared",
        () ->
            workspace
                .comparison
                .context()
                .filter(it -> it.compared().results().isComplete())
                .isPresent());
    Reference<ComparisonDocument> comparison =
        new WeakReference<>(context().compared().comparison());
    robot.interact(() -> context().compared().selection().select(0));
    List.of(
            Command.SHOW_VALUES,
            Command.SHOW_HEATMAP,
            Command.SHOW_HISTOGRAM,
            Command.SHOW_BYTES,
            Command.SHOW_METADATA,
            Command.SHOW_LAYERS)
        .forEach(pane -> robot.interact(() -> workspace.view.panes.show(pane)));

    robot.interact(() -> workspace.context.commands().run(Command.CLOSE));

    TestWindow.waitUntilCollected(comparison);
  }
}
