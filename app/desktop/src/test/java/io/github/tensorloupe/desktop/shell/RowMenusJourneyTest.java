package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// The context menus of the tree and the values.
@ExtendWith(StageExtension.class)
class RowMenusJourneyTest extends SampleWindow {

  @TempDir Path own;

  @Start
  void show(Stage stage) {
    showWindow(stage, 1100, 800);
  }

  @BeforeEach
  void openModel(FxRobot robot) throws IOException {
    TensorFiles file = new TensorFiles();
    for (int layer = 0; layer < 12; layer++) {
      file.floats("layers." + layer + ".mlp.up", layer, 2, 3);
      file.floats("layers." + layer + ".mlp.down", 4, layer);
    }
    open(robot, file.write(own.resolve("model.safetensors")));
  }

  private TableView<?> tree(FxRobot robot) {
    return robot.lookup("#tensor-tree").queryTableView();
  }

  private void fire(FxRobot robot, String id) {
    MenuItem item =
        tree(robot).getContextMenu().getItems().stream()
            .filter(each -> id.equals(each.getId()))
            .findFirst()
            .orElseThrow();
    robot.interact(
        () -> {
          tree(robot).getContextMenu().getOnShowing().handle(null);
          assertThat(item.isDisable()).isFalse();
          item.fire();
        });
  }

  private void choose(FxRobot robot, String name) {
    robot.interact(
        () ->
            robot.lookup("#tensor-tree .name-cell").<IndexedCell<?>>queryAll().stream()
                .filter(cell -> name.equals(cell.getText()))
                .findFirst()
                .ifPresentOrElse(
                    cell -> tree(robot).getSelectionModel().select(cell.getIndex()),
                    () -> {
                      throw new AssertionError("no row " + name);
                    }));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private void expectCopied(FxRobot robot, String text) {
    robot.interact(() -> assertThat(Clipboard.getSystemClipboard().getString()).contains(text));
  }

  @Test
  void groupIsFilteredWithoutGroupsThatBeginWithTheSameName(FxRobot robot) {
    robot.interact(() -> workspace.tree.collapseAll());
    choose(robot, "layers");
    int before = tree(robot).getItems().size();

    fire(robot, "tree-expand-below");
    assertThat(tree(robot).getItems().size()).isGreaterThan(before + 12);

    choose(robot, "1.mlp");
    fire(robot, "tree-filter-group");
    TestWindow.waitUntil(
        "only its tensors are shown", () -> text(robot, "tree-count").startsWith("2 of 24"));
  }

  @Test
  void knownStatisticsOfATensorAreCopied(FxRobot robot) {
    robot.interact(() -> workspace.context.commands().run(Command.SCAN_VALUES));
    waitForJobs();
    robot.interact(() -> workspace.selectTensor("layers.3.mlp.up"));

    fire(robot, "menu-item-copy-tensor-statistics");

    expectCopied(robot, "layers.3.mlp.up\n");
    expectCopied(robot, "max\t3");
  }

  @Test
  void tensorIsBookmarkedFromItsRow(FxRobot robot) {
    robot.interact(() -> workspace.selectTensor("layers.3.mlp.up"));

    fire(robot, "tree-add-bookmark");

    TestWindow.waitUntil(
        "the bookmark is listed", () -> robot.lookup("layers.3.mlp.up [0]").tryQuery().isPresent());
  }

  @Test
  void selectedGroupShowsTheValuesAndTheMapOfItsFirstTensor(FxRobot robot) {
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));
    robot.interact(() -> workspace.selectTensor("layers.3.mlp.up"));
    robot.interact(() -> workspace.tree.collapseAll());

    choose(robot, "layers");

    TestWindow.waitUntil(
        "values are shown", () -> text(robot, "values-name").startsWith("layers.0.mlp."));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_HEATMAP));
    TestWindow.waitUntil(
        "a picture is shown", () -> text(robot, "heatmap-name").startsWith("layers.0.mlp."));
    assertThat(robot.lookup("#heatmap-note").tryQuery().filter(Node::isVisible)).isEmpty();
    assertThat(workspace.context.selection().tensorProperty().get()).isEmpty();
  }

  @Test
  void valueAndIndexOfACellAreCopied(FxRobot robot) {
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));
    robot.interact(() -> workspace.selectTensor("layers.7.mlp.up"));
    waitForJobs();

    robot.rightClickOn("#values-grid").clickOn("Copy value");
    expectCopied(robot, text(robot, "values-value").replace("= ", ""));
    robot.rightClickOn("#values-grid").clickOn("Copy index");
    expectCopied(robot, "[");
  }
}
