package io.github.tensorloupe.desktop.pane.hex.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.DtypeReading;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class InspectorViewTest {

  @TempDir Path folder;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private TensorFile file;

  @Start
  void show(Stage stage) throws IOException {
    Path path = new TensorFiles().floats("t", -10, 2).write(folder.resolve("a.safetensors"));
    file = files.show(path, selection).checkpoint().files().getFirst();
    Messages messages = Messages.english();
    InspectorViewModel model =
        new InspectorViewModel(selection, new Jobs(Runnable::run, Runnable::run), messages);
    TestWindow.show(stage, new InspectorView(model, messages), 360, 500);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void stand(FxRobot robot, long dataOffset) {
    long dataStart = file.reading().dataStart().orElseThrow();
    robot.interact(() -> selection.placeCaret(file, dataStart + dataOffset));
    Pulses.settle();
  }

  private static TableView<DtypeReading> table(FxRobot robot) {
    return robot.lookup("#inspector-table").queryTableView();
  }

  @Test
  void theBitsOfTheElementAreShownWithWhatTheyMean(FxRobot robot) {
    stand(robot, 0);

    assertThat(robot.lookup("#inspector-bits .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains("F32", "[0]", "−10", "1", "1000 0010", "exponent 130", "−1.25 × 2^3");
  }

  @Test
  void theTableFollowsTheCaretAndKeepsItsRow(FxRobot robot) {
    stand(robot, 0);
    robot.interact(() -> table(robot).getSelectionModel().select(9));
    stand(robot, 4);

    DtypeReading selected = table(robot).getSelectionModel().getSelectedItem();
    assertThat(selected.dtype()).isEqualTo(Dtype.F32);
    assertThat(selected.little()).contains("2");
  }

  @Test
  void theKeysOfCopyingTakeTheValueOfTheRow(FxRobot robot) {
    stand(robot, 0);
    robot.interact(
        () -> {
          table(robot).getSelectionModel().select(9);
          table(robot).requestFocus();
        });
    robot.push(KeyCode.SHORTCUT, KeyCode.C);

    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0]).isEqualTo("-10");
  }

  @Test
  void bitsAndRowsAreScrolledTogetherSoThatEveryRowIsReached(FxRobot robot) {
    stand(robot, 0);
    ScrollPane view = robot.lookup("#inspector-view").queryAs(ScrollPane.class);
    robot.interact(() -> view.getScene().getWindow().setHeight(160));
    Pulses.settle();

    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().selectLast();
        });
    Pulses.settle();

    assertThat(view.getVvalue()).isGreaterThan(0.9);
    robot.interact(() -> table(robot).getSelectionModel().selectFirst());
    assertThat(view.getVvalue()).isBetween(0.05, 0.5);
  }
}
