package io.github.tensorloupe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.testing.TestWindow;
import io.github.tensorloupe.ui.DetailPane;
import io.github.tensorloupe.ui.command.Command;
import io.github.tensorloupe.ui.error.GuardedPane;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/// Makes every pane of the window anew, as after a fault, and looks whether the old one is gone.
@ExtendWith(ApplicationExtension.class)
class PaneLifetimeTest {

  private static final int MOST_COLLECTIONS = 20;

  @TempDir Path folder;

  private Workbench workbench;

  @Start
  void show(Stage stage) throws IOException {
    DemoCheckpoints.write(folder.resolve("samples"));
    workbench = new Workbench(new TestSurroundings(folder).made());
    // The stage that tests are given keeps all events, and with them what they went to.
    TestWindow.show(new Stage(), workbench.view(), 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> workbench.close());
  }

  @Test
  void noPaneIsHeldByTheModelsOnceItWasMadeAnew(FxRobot robot) {
    robot.interact(
        () -> workbench.open(folder.resolve("samples").resolve("rich-metadata.safetensors")));
    TestWindow.waitUntil(
        "the document is open", () -> workbench.selection().openDocument().isPresent());
    for (DetailPane pane : DetailPane.values()) {
      robot.interact(() -> workbench.view().show(pane));
      WaitForAsyncUtils.waitForFxEvents();
    }
    robot.interact(
        () ->
            workbench
                .selection()
                .select(
                    workbench
                        .selection()
                        .openDocument()
                        .orElseThrow()
                        .checkpoint()
                        .tensors()
                        .get(2)));
    List<GuardedPane> panes =
        List.copyOf(
            robot.lookup(node -> node instanceof GuardedPane).queryAllAs(GuardedPane.class));
    assertThat(panes).hasSizeGreaterThan(14);
    Map<String, WeakReference<Node>> before = new LinkedHashMap<>();
    panes.forEach(pane -> before.put(pane.title(), new WeakReference<>(pane.content())));

    robot.interact(() -> panes.forEach(GuardedPane::build));
    WaitForAsyncUtils.waitForFxEvents();

    assertThat(panes).noneMatch(GuardedPane::hasFailed);
    // The start page is made once there is nothing else to show.
    robot.interact(() -> workbench.run(Command.CLOSE));
    WaitForAsyncUtils.waitForFxEvents();
    assertThat(held(robot, before)).isEmpty();
  }

  private static List<String> held(FxRobot robot, Map<String, WeakReference<Node>> before) {
    List<String> held = List.of();
    for (int i = 0; i < MOST_COLLECTIONS; i++) {
      robot.interact(new Region()::requestFocus);
      System.gc();
      held =
          before.entrySet().stream()
              .filter(entry -> entry.getValue().get() != null)
              .map(Map.Entry::getKey)
              .toList();
    }
    return held;
  }
}
