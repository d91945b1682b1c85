package io.github.tensorloupe.desktop.pane.hex.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
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

  private void moveCaretTo(FxRobot robot, long dataOffset) {
    long dataStart = file.reading().dataStart().orElseThrow();
    robot.interact(() -> selection.placeCaret(file, dataStart + dataOffset));
    Pulses.settle();
  }

  private static ListView<DtypeReading> list(FxRobot robot) {
    return robot.lookup("#inspector-list").queryListView();
  }

  private static String from(FxRobot robot) {
    return robot.lookup("#inspector-from").queryAs(Label.class).getText();
  }

  @Test
  void theBitsOfTheElementAreShownWithWhatTheyMean(FxRobot robot) {
    moveCaretTo(robot, 0);

    assertThat(robot.lookup("#inspector-bits .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains("1", "1000 0010", "exponent 130", "−1.25 × 2^3");
  }

  @Test
  void theListSaysWhereItStartsWhichIsTheElementOfTheCaret(FxRobot robot) {
    moveCaretTo(robot, 6);
    long dataStart = file.reading().dataStart().orElseThrow();
    assertThat(from(robot)).isEqualTo("From 0x%X  [1]".formatted(dataStart + 4));
    assertThat(list(robot).getItems().getFirst().little()).contains("2");

    robot.clickOn("#inspector-exact");
    assertThat(from(robot)).startsWith("From 0x%X".formatted(dataStart + 6));
    assertThat(list(robot).getItems().getFirst().little()).isEmpty();
  }

  @Test
  void longestValueFitsNextToSixteenBytes(FxRobot robot) {
    robot.interact(() -> list(robot).getScene().getWindow().setWidth(236));
    moveCaretTo(robot, 0);
    robot.interact(
        () ->
            list(robot)
                .getItems()
                .setAll(
                    new DtypeReading(
                        Dtype.F64, Optional.of("−1.7976931348623157e308"), Optional.empty())));
    Pulses.settle();

    Label value = robot.lookup(".inspector-row .inspector-value").queryAs(Label.class);
    assertThat(value.getWidth()).isGreaterThanOrEqualTo(value.prefWidth(-1));
    assertThat(value.localToScene(value.getBoundsInLocal()).getMaxX()).isLessThanOrEqualTo(236);
    assertThat(value.localToScene(0, 0).getX()).isGreaterThan(30);
  }

  @Test
  void theOtherByteOrderIsAClickAway(FxRobot robot) {
    moveCaretTo(robot, 0);
    robot.clickOn("#inspector-order");
    Pulses.settle();

    assertThat(robot.lookup(".inspector-row .inspector-value").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains(list(robot).getItems().getFirst().big().orElseThrow());
  }

  @Test
  void theListFollowsTheCaretAndKeepsItsRow(FxRobot robot) {
    moveCaretTo(robot, 0);
    robot.interact(() -> list(robot).getSelectionModel().select(0));
    moveCaretTo(robot, 4);

    DtypeReading selected = list(robot).getSelectionModel().getSelectedItem();
    assertThat(selected.dtype()).isEqualTo(Dtype.F32);
    assertThat(selected.little()).contains("2");
  }

  @Test
  void theKeysOfCopyingTakeTheValueOfTheRow(FxRobot robot) {
    moveCaretTo(robot, 0);
    robot.interact(
        () -> {
          list(robot).getSelectionModel().select(0);
          list(robot).requestFocus();
        });
    robot.push(KeyCode.SHORTCUT, KeyCode.C);

    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0]).isEqualTo("-10");
  }

  @Test
  void bitsAndRowsAreScrolledTogetherSoThatEveryRowIsReached(FxRobot robot) {
    moveCaretTo(robot, 0);
    ScrollPane view = robot.lookup("#inspector-view").queryAs(ScrollPane.class);
    robot.interact(() -> view.getScene().getWindow().setHeight(160));
    Pulses.settle();

    robot.interact(
        () -> {
          list(robot).requestFocus();
          list(robot).getSelectionModel().selectLast();
        });
    Pulses.settle();

    assertThat(view.getVvalue()).isGreaterThan(0.9);
    robot.interact(() -> list(robot).getSelectionModel().selectFirst());
    assertThat(view.getVvalue()).isBetween(0.05, 0.5);
  }
}
