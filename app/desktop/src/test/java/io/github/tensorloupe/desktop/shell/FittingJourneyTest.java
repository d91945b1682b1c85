package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Finds the adapters that fit a base, and the adapters that use their rank.
@ExtendWith(StageExtension.class)
class FittingJourneyTest {

  @TempDir Path folder;
  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    Path models = Files.createDirectory(folder.resolve("models"));
    new TensorFiles()
        .tensor("mid.q.weight", Dtype.F16, new byte[32], 4, 4)
        .tensor("mid.k.weight", Dtype.F16, new byte[32], 4, 4)
        .write(models.resolve("base.safetensors"));
    TensorFiles whole = module(new TensorFiles(), "lora_unet_mid_q", 4, 1);
    module(whole, "lora_unet_mid_k", 4, 1).write(models.resolve("whole.safetensors"));
    TensorFiles partial = module(new TensorFiles(), "lora_unet_mid_q", 4, 0);
    module(partial, "lora_te_text_model_q", 4, 0).write(models.resolve("partial.safetensors"));
    module(new TensorFiles(), "lora_unet_mid_q", 6, 0.2f)
        .write(models.resolve("other.safetensors"));
    Files.write(models.resolve("broken.safetensors"), new byte[] {1});
    Folders folders = new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties());
    StoredScans values = new StoredScans(folders);
    LibrarySources library =
        new LibrarySources(
            new LibraryFile(new Folders(Map.of(), new Properties())),
            new LibraryScan(new HeaderCache(), values),
            () -> List.of(LibraryFolder.folder(models)),
            values,
            new BaseStructures(folders));
    workspace = new Workspace(new TestEnvironment(folder).outside(Desktop.with(library)).build());
    TestWindow.show(stage, workspace.view, 1200, 800);
  }

  /// Adds a module of rank 2 whose delta has the singular values 1 and `second`.
  private static TensorFiles module(TensorFiles files, String name, int side, float second) {
    ByteBuffer down = ByteBuffer.allocate(4 * 2 * side).order(ByteOrder.LITTLE_ENDIAN);
    down.putFloat(0, 1).putFloat(4 * (side + 1), 1);
    ByteBuffer up = ByteBuffer.allocate(4 * 2 * side).order(ByteOrder.LITTLE_ENDIAN);
    up.putFloat(0, 1).putFloat(12, second);
    return files
        .tensor(name + ".lora_down.weight", Dtype.F32, down.array(), 2, side)
        .tensor(name + ".lora_up.weight", Dtype.F32, up.array(), side, 2);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).queryAs(Labeled.class).getText();
  }

  private static boolean hasLine(FxRobot robot) {
    return robot.lookup("#library-fit").tryQuery().filter(Node::isVisible).isPresent();
  }

  private static void expectModels(FxRobot robot, String count) {
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "library-count")).startsWith(count + " ·"));
  }

  @Test
  void theAdaptersThatFitABaseAreListedUntilThatIsClosed(FxRobot robot) {
    expectModels(robot, "5 models");
    assertThat(hasLine(robot)).isFalse();

    robot.rightClickOn("base").clickOn("Show LoRAs that fit this");

    expectModels(robot, "2 of 5 models");
    assertThat(text(robot, "library-fit-text"))
        .isEqualTo("LoRAs that fit base · 1 model cannot be read");
    assertThat(robot.lookup("whole").tryQuery()).isPresent();
    assertThat(robot.lookup("LoRA adapter · Fits; 1 module has no tensor").tryQuery()).isPresent();
    robot.clickOn("#library-fit-clear");
    expectModels(robot, "5 models");
    assertThat(hasLine(robot)).isFalse();
    robot.clickOn("#library-refresh");
    TestWindow.waitUntil(
        "the base is offered",
        () -> robot.lookup("#library-filter-fit").tryQuery().filter(Node::isVisible).isPresent());
    robot.clickOn("#library-filter-fit").push(KeyCode.DOWN).push(KeyCode.ENTER);
    expectModels(robot, "2 of 5 models");
  }

  @Test
  void aCheckMeasuresEffectiveRanksAndTheTableSortsByThem(FxRobot robot) {
    expectModels(robot, "5 models");
    robot.clickOn("#library-look-table").clickOn("#library-check");
    TableView<?> table = robot.lookup("#library-table").queryTableView();
    TestWindow.waitUntil(
        "all are measured",
        () -> effectiveRanks(robot).values().stream().filter(it -> !it.isEmpty()).count() == 3);
    robot.interact(() -> sortByEffectiveRank(table));

    TestWindow.waitUntil(
        "the highest is first",
        () ->
            List.copyOf(effectiveRanks(robot).values()).equals(List.of("2", "1.57", "1", "", "")));
    robot.clickOn("#library-look-gallery");
    assertThat(robot.lookup("Rank 2, 1 used").tryQuery()).isPresent();
  }

  private static <S> void sortByEffectiveRank(TableView<S> table) {
    TableColumn<S, ?> column =
        table.getColumns().stream()
            .filter(it -> it.getId().equals("library-column-effective-rank"))
            .findFirst()
            .orElseThrow();
    table.getSortOrder().setAll(List.of(column));
  }

  /// Returns the displayed effective ranks by row.
  private static Map<Integer, String> effectiveRanks(FxRobot robot) {
    Map<Integer, String> shown = new TreeMap<>();
    for (TableCell<?, ?> cell :
        robot.lookup(".table-cell.library-column-effective-rank").<TableCell<?, ?>>queryAll()) {
      if (!cell.isEmpty()) {
        shown.put(cell.getIndex(), cell.getText());
      }
    }
    return shown;
  }

  @Test
  void conversionsOfAModelDependOnItsKind(FxRobot robot) {
    expectModels(robot, "5 models");

    robot.rightClickOn("base").clickOn("#library-menu-convert");
    assertThat(robot.lookup("#library-menu-lora-extract").tryQuery()).isPresent();
    assertThat(robot.lookup("#library-menu-lora-resize").tryQuery()).isEmpty();
    robot.push(KeyCode.ESCAPE).push(KeyCode.ESCAPE);
    robot.rightClickOn("whole").clickOn("#library-menu-convert");
    robot.clickOn("#library-menu-lora-resize");

    TestWindow.waitUntil(
        "the options are shown", () -> robot.lookup("#convert-rank").tryQuery().isPresent());
    assertThat(text(robot, "convert-subtitle")).endsWith("whole.safetensors");
  }
}
