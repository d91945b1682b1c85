package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.scene.input.Clipboard;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Uses a library with three LoRAs in an added folder.
@ExtendWith(StageExtension.class)
class LibraryUseJourneyTest {

  @TempDir Path folder;

  private final LibraryFile libraryFile = new LibraryFile(new Folders(Map.of(), new Properties()));
  private Workspace workspace;

  private Path lora(String name) {
    return folder.resolve("loras").resolve(name + ".safetensors");
  }

  @Start
  void show(Stage stage) throws IOException {
    Files.createDirectories(folder.resolve("loras"));
    for (String name : List.of("anchor", "boats", "cliffs")) {
      TensorFiles file =
          new TensorFiles()
              .floats("lora_unet_x_attn2_to_k.lora_down.weight", 1, 2)
              .floats("lora_unet_x_attn2_to_k.lora_up.weight", 3, 4);
      switch (name) {
        case "anchor" -> file.metadata("modelspec.trigger_phrase", "ankrx, rust");
        case "boats" -> file.metadata("ss_tag_frequency", "{\"d\":{\"sea\":3,\"botx\":9}}");
        default -> {}
      }
      file.write(lora(name));
    }
    libraryFile.addFolder(folder.resolve("loras"));
    LibraryViewModel.Sources library =
        new LibraryViewModel.Sources(
            libraryFile,
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            List::of,
            ScanResultStore.NONE,
            new BaseStructures(new Folders(Map.of(), new Properties())));
    Desktop outside = new Desktop(library, _ -> {});
    workspace =
        new Workspace(
            new TestEnvironment(folder).dialogs(new ScriptedDialogs()).outside(outside).build());
    TestWindow.show(stage, workspace.view, 1280, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static void expectModels(FxRobot robot, String count) {
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "library-count")).startsWith(count + " ·"));
  }

  private static Bounds bounds(Node node) {
    return node.localToScene(node.getLayoutBounds());
  }

  @Test
  void theFirstCardIsAtMost140PixelsBelowTheTabBar(FxRobot robot) {
    expectModels(robot, "3 models");

    double top = bounds(robot.lookup("#start-page").query()).getMinY();
    List<Node> cards = List.copyOf(robot.lookup(".model-card").queryAll());
    double first = cards.stream().mapToDouble(card -> bounds(card).getMinY()).min().orElseThrow();

    assertThat(first - top).isLessThanOrEqualTo(140);
    Node heading = robot.lookup("Look inside a checkpoint").query();
    assertThat(heading.getParent().getParent().isVisible()).isFalse();
    robot.clickOn("#library-open");
    assertThat(robot.lookup("Open folder…").tryQuery()).isPresent();
  }

  private static void expectCopied(FxRobot robot, String words) {
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "status-notice")).isEqualTo("Copied: " + words));
    robot.interact(() -> assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo(words));
  }

  @Test
  void aClickOnTheTriggerWordsCopiesThemInBothLayouts(FxRobot robot) {
    expectModels(robot, "3 models");

    robot.clickOn("ankrx, rust");
    expectCopied(robot, "ankrx, rust");
    robot.clickOn("botx, sea");
    expectCopied(robot, "botx, sea");

    robot.clickOn("#library-look-table");
    robot.clickOn(
        robot.<Node>lookup("ankrx, rust").queryAll().stream()
            .filter(words -> words.getParent() instanceof TableCell)
            .findFirst()
            .orElseThrow());
    expectCopied(robot, "ankrx, rust");
    robot.clickOn("#library-search").write("ankrx");
    expectModels(robot, "1 of 3 models");
    assertThat(workspace.context.selection().openDocument()).isEmpty();
  }
}
