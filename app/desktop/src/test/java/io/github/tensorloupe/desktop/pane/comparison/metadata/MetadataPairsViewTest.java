package io.github.tensorloupe.desktop.pane.comparison.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.metadata.MetadataPairsView.Row;
import io.github.tensorloupe.desktop.testing.ComparedFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.scene.image.ImageView;
import javafx.scene.layout.Pane;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class MetadataPairsViewTest {

  @TempDir Path folder;

  private Stage stage;

  @Start
  void keep(Stage shown) {
    stage = shown;
  }

  private void show(FxRobot robot, Path a, Path b) throws IOException {
    try (ComparedFiles files = new ComparedFiles(a, b)) {
      PaneContext context =
          files.context(
              new Jobs(Runnable::run, Runnable::run), new ScriptedDialogs(), Messages.english());
      robot.interact(() -> TestWindow.show(stage, new MetadataPairsView(context), 700, 500));
    }
    Pulses.settle();
  }

  private void showTwo(FxRobot robot) throws IOException {
    show(
        robot,
        new TensorFiles()
            .metadata("config", "{\"lr\":0.1,\"steps\":100}")
            .metadata("format", "pt")
            .metadata("old", "x")
            .write(folder.resolve("a.safetensors")),
        new TensorFiles()
            .metadata("config", "{\"lr\":0.2,\"steps\":100}")
            .metadata("format", "pt")
            .metadata("new", "y")
            .write(folder.resolve("b.safetensors")));
  }

  @SuppressWarnings("unchecked")
  private static TableView<Row> table(FxRobot robot) {
    return robot.lookup("#compare-metadata-table").queryAs(TableView.class);
  }

  private static String value(FxRobot robot, String side) {
    return robot.lookup("#compare-metadata-value-" + side + " Text").queryAllAs(Text.class).stream()
        .map(
            text ->
                text.getStyleClass().contains("word-changed") && !text.getText().isEmpty()
                    ? "[" + text.getText() + "]"
                    : text.getText())
        .collect(Collectors.joining());
  }

  @Test
  void differingKeysAreListedFirst(FxRobot robot) throws IOException {
    showTwo(robot);

    assertThat(table(robot).getItems())
        .extracting(Row::key)
        .containsExactly("config", "new", "old", "format");
    assertThat(table(robot).getColumns().get(1).getCellData(3)).isEqualTo("Equal");
  }

  @Test
  void jsonIsShownLineByLineWithMarksOnWhatChanged(FxRobot robot) throws IOException {
    showTwo(robot);

    assertThat(value(robot, "a")).isEqualTo("{\n  \"lr\": 0.[1],\n  \"steps\": 100\n}");
    assertThat(value(robot, "b")).isEqualTo("{\n  \"lr\": 0.[2],\n  \"steps\": 100\n}");
  }

  @Test
  void missingValueIsSaidToBeMissing(FxRobot robot) throws IOException {
    showTwo(robot);

    robot.interact(() -> table(robot).getSelectionModel().select(1));

    assertThat(value(robot, "a")).isEqualTo("This side does not have the key.");
    assertThat(value(robot, "b")).isEqualTo("[y]");
    assertThat(robot.lookup("#compare-metadata-value-a Text").queryAll()).hasSize(1);
  }

  @Test
  void shardsThatDisagreeShowAllThatTheySay(FxRobot robot) throws IOException {
    Path set = Files.createDirectories(folder.resolve("set"));
    new TensorFiles().floats("x", 1).metadata("k", "1").write(set.resolve(ShardFolder.name(1, 2)));
    new TensorFiles().floats("y", 1).metadata("k", "2").write(set.resolve(ShardFolder.name(2, 2)));
    Path file =
        new TensorFiles()
            .floats("x", 1)
            .metadata("k", "1")
            .write(folder.resolve("one.safetensors"));

    show(robot, set, file);

    assertThat(value(robot, "a")).isEqualTo("1[\n\n2]");
    assertThat(value(robot, "b")).isEqualTo("1");
  }

  @Test
  void picturesAreShownAsPictures(FxRobot robot) throws IOException {
    String picture =
        "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    String damaged = "data:image/gif;base64,R0lG";
    show(
        robot,
        new TensorFiles().metadata("p", picture).write(folder.resolve("a.safetensors")),
        new TensorFiles().metadata("p", damaged).write(folder.resolve("b.safetensors")));

    ScrollPane a = robot.lookup("#compare-metadata-value-a").queryAs(ScrollPane.class);
    assertThat(((Pane) a.getContent()).getChildren()).singleElement().isInstanceOf(ImageView.class);
    assertThat(value(robot, "b")).contains("R0lG");
    assertThat(table(robot).getColumns().get(2).getCellData(0).toString()).startsWith("GIF");
  }
}
