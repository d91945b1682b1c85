package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.FineTunedPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Compares a base with its fine-tune, from the summary to the tensor.
@ExtendWith(StageExtension.class)
class ComparisonSummaryJourneyTest {

  @TempDir static Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    FineTunedPair pair = FineTunedPair.write(folder);
    workspace = new Workspace(new TestEnvironment(folder).dialogs(dialogs).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
    workspace.opener.compare(pair.base(), pair.tuned(), List.of());
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static void expectText(FxRobot robot, String id, String part) {
    TestWindow.assertEventually(() -> assertThat(text(robot, id)).contains(part));
  }

  private static void expectVerdict(FxRobot robot) {
    expectText(robot, "compare-verdict", "28 of 291 tensors differ");
  }

  private Optional<String> selected() {
    return workspace
        .comparison
        .context()
        .orElseThrow()
        .compared()
        .selection()
        .selected()
        .map(TensorPair::name);
  }

  private void turnTo(FxRobot robot, Command pane) {
    robot.interact(() -> workspace.context.commands().run(pane));
  }

  @Test
  void verdictNamesTheLayersAndChipsFilterTheTree(FxRobot robot) {
    expectVerdict(robot);
    assertThat(text(robot, "compare-verdict")).contains("all of them in layers 20 to 23");

    robot.clickOn("#pairs-chip-equal");
    robot.clickOn("#pairs-chip-changed");

    TestWindow.waitUntil(
        "the tree is filtered", () -> text(robot, "pairs-count").startsWith("263 of 291"));
    assertThat(robot.lookup("#pairs-filter").queryAs(TextField.class).getText()).isEqualTo("equal");
  }

  @Test
  void placeOfTheLayerMapLeadsToItsPair(FxRobot robot) {
    expectVerdict(robot);
    turnTo(robot, Command.SHOW_LAYERS);
    TestWindow.waitUntil(
        "the map is there", () -> robot.lookup("#layer-map").tryQuery().isPresent());
    LayerMapCanvas canvas = robot.lookup("#layer-map").queryAs(LayerMapCanvas.class);
    TestWindow.waitUntil("it is drawn", () -> canvas.getWidth() > 0);

    robot.clickOn(canvas.localToScreen(canvas.middleOf(new LayerCell(21, 3))));

    TestWindow.waitUntil("a pair is selected", () -> selected().isPresent());
    assertThat(selected().orElseThrow()).startsWith("model.layers.21.mlp.up_proj");
    assertThat(text(robot, "compare-layers-readout")).contains("relative L2");
  }

  @Test
  void summaryLinksToTheMostDifferentTensor(FxRobot robot) {
    expectVerdict(robot);

    robot.interact(() -> robot.lookup("#compare-worst-0").queryAs(Hyperlink.class).fire());

    assertThat(selected().orElseThrow()).contains("layers.23.");
  }

  @Test
  void metadataThatChangedAreListed(FxRobot robot) {
    expectVerdict(robot);
    turnTo(robot, Command.SHOW_METADATA);

    TestWindow.assertEventually(
        () ->
            assertThat(
                    robot
                        .lookup("#compare-metadata-table")
                        .tryQueryAs(TableView.class)
                        .filter(table -> table.getItems().size() >= 2))
                .isPresent());
  }

  @Test
  void swappedSidesHaveTheSameVerdict(FxRobot robot) {
    expectVerdict(robot);

    robot.interact(() -> robot.lookup("#text-swap-sides").queryButton().fire());

    TestWindow.waitUntil(
        "the sides are swapped",
        () ->
            workspace.context.selection().documentProperty().get()
                    instanceof DocumentState.Open(ComparisonDocument comparison)
                && comparison.a().name().equals("tuned.safetensors"));
    expectVerdict(robot);
  }

  @Test
  void reportIsWrittenFromTheSummary(FxRobot robot) {
    expectVerdict(robot);
    Path page = folder.resolve("report.html");
    dialogs.target = Optional.of(page);

    robot.interact(() -> robot.lookup("#text-save-report").queryButton().fire());

    TestWindow.waitUntil("it is written", () -> Files.exists(page));
    assertThat(page).content().contains("28 of 291 tensors differ");
  }
}
