package io.github.tensorloupe.desktop.pane.overview.treemap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class TreemapPaneTest {

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final TreemapViewModel model =
      new TreemapViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());

  @Start
  void start(Stage stage) throws IOException {
    Path path =
        new TensorFiles()
            .tensor("model.layers.0.weight", Dtype.F32, new byte[4000], 1000)
            .tensor("model.layers.1.weight", Dtype.F32, new byte[4000], 1000)
            .tensor("model.head", Dtype.F32, new byte[4000], 1000)
            .write(folder.resolve("a.safetensors"));
    files.show(path, selection);
    TestWindow.show(stage, new TreemapPane(model, () -> {}, Messages.english()), 600, 400);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private int node(String... labels) {
    return selection.openDocument().orElseThrow().tree().find(List.of(labels)).orElseThrow();
  }

  @Test
  void pathPartsZoomToTheirGroups(FxRobot robot) {
    robot.interact(() -> model.zoomTo(node("model", "layers", "0")));
    assertThat(robot.lookup("#treemap-root").queryAs(Labeled.class).getText()).isEqualTo("0");

    robot.clickOn("#treemap-part-" + node("model", "layers"));
    assertThat(model.root()).isEqualTo(node("model", "layers"));
    robot.clickOn("#treemap-part-whole");

    assertThat(model.root()).isEqualTo(-1);
    assertThat(robot.lookup("#treemap-root").queryAs(Labeled.class).getText())
        .isEqualTo("Whole document");
  }
}
