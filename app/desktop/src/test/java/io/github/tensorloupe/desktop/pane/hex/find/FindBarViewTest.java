package io.github.tensorloupe.desktop.pane.hex.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.FindKind;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class FindBarViewTest {

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final StringProperty nextKeys = new SimpleStringProperty("F3");
  private boolean runsAtOnce = true;
  private FindViewModel model;
  private FindBarView bar;
  private long dataStart;
  private Button bytes;

  @Start
  void show(Stage stage) throws IOException {
    bytes = new Button("bytes");
    byte[] data = new byte[400];
    data[100] = 0x7f;
    data[200] = 0x7f;
    var document =
        files.show(
            new TensorFiles()
                .tensor("t", Dtype.U8, data, 400)
                .write(folder.resolve("bytes.safetensors")),
            selection);
    dataStart = document.checkpoint().files().getFirst().reading().dataStart().orElseThrow();
    Jobs jobs = new Jobs(this::run, Runnable::run);
    model = new FindViewModel(selection, jobs, Messages.english());
    bar =
        new FindBarView(
            model,
            Messages.english(),
            new FindBarView.FindShortcuts(nextKeys, new SimpleStringProperty("")),
            bytes::requestFocus);
    TestWindow.show(stage, new VBox(bar, bytes), 420, 200);
  }

  private void run(Runnable work) {
    if (runsAtOnce) {
      work.run();
    } else {
      waiting.add(work);
    }
  }

  @Test
  void buttonsNameTheKeysThatFindOnNow(FxRobot robot) {
    Button next = robot.lookup("#find-next").queryAs(Button.class);

    assertThat(next.getTooltip().getText()).isEqualTo("Find next (Enter, F3)");
    robot.interact(() -> nextKeys.set("Ctrl+M"));
    assertThat(next.getTooltip().getText()).isEqualTo("Find next (Enter, Ctrl+M)");
    robot.interact(() -> nextKeys.set(""));
    assertThat(next.getTooltip().getText()).isEqualTo("Find next (Enter)");
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private long caret() {
    Pulses.settle();
    return selection.caretProperty().get().orElseThrow().byteOffset() - dataStart;
  }

  private static Node node(FxRobot robot, String id) {
    Pulses.settle();
    return robot.lookup(id).query();
  }

  private static String text(FxRobot robot, String id) {
    return ((Label) node(robot, id)).getText();
  }

  @Test
  void theBarTakesNoRoomUntilItIsOpened(FxRobot robot) {
    assertThat(bar.isVisible()).isFalse();
    assertThat(bar.isManaged()).isFalse();

    robot.interact(bar::open);

    assertThat(bar.isOpen()).isTrue();
    assertThat(node(robot, "#find-field").isFocused()).isTrue();
    assertThat(node(robot, "#find-status").getParent().isManaged()).isFalse();
  }

  @Test
  void keysFindOnwardAndBack(FxRobot robot) {
    robot.interact(bar::open);
    robot.write("7f").push(KeyCode.ENTER);
    assertThat(caret()).isEqualTo(100);
    assertThat(text(robot, "#find-count")).isEqualTo("1 of 2");
    robot.push(KeyCode.ENTER);
    assertThat(caret()).isEqualTo(200);
    robot.push(KeyCode.SHIFT, KeyCode.ENTER);
    assertThat(caret()).isEqualTo(100);
    robot.push(KeyCode.SHIFT, KeyCode.ENTER);
    assertThat(caret()).isEqualTo(200);
    assertThat(text(robot, "#find-status")).isEqualTo("Continued from the end.");
  }

  @Test
  void buttonsFindOnwardAndBack(FxRobot robot) {
    robot.interact(bar::open);
    robot.write("7f").clickOn("#find-next");
    assertThat(caret()).isEqualTo(100);
    robot.clickOn("#find-previous");
    assertThat(caret()).isEqualTo(200);
  }

  @Test
  void refusalIsShownAndItsSuggestionApplied(FxRobot robot) {
    robot.interact(bar::open);
    robot.interact(
        () -> {
          model.kind.set(FindKind.VALUE);
          model.text.set("300");
        });
    assertThat(text(robot, "#find-status")).isEqualTo("U8 has no 300; nearest 255.");

    robot.clickOn("#find-offer");

    assertThat(model.text.get()).isEqualTo("255");
    assertThat(node(robot, "#find-offer").isVisible()).isFalse();
  }

  @Test
  void aLongSearchShowsHowFarItIsAndEscapeStopsIt(FxRobot robot) {
    robot.interact(bar::open);
    runsAtOnce = false;
    robot.write("7f").push(KeyCode.ENTER);
    TestWindow.waitUntil(
        "the progress is shown", () -> robot.lookup("#find-progress").query().isVisible());

    robot.push(KeyCode.ESCAPE);

    assertThat(node(robot, "#find-progress").isVisible()).isFalse();
    assertThat(text(robot, "#find-status")).isEqualTo("Search canceled.");
    assertThat(bar.isOpen()).isTrue();
    robot.push(KeyCode.ESCAPE);
    assertThat(bar.isOpen()).isFalse();
    assertThat(bytes.isFocused()).isTrue();
  }

  @Test
  void closingForgetsWhatWasFound(FxRobot robot) {
    robot.interact(bar::open);
    robot.write("7f").push(KeyCode.ENTER);

    robot.clickOn("#find-close");

    Pulses.settle();
    assertThat(model.matchProperty().get()).isEmpty();
    assertThat(model.marksProperty().get()).isEmpty();
    assertThat(bar.isOpen()).isFalse();
  }

  @Test
  void theFieldIsOnlyThereWhereThereIsSomethingToType(FxRobot robot) {
    robot.interact(bar::open);
    robot.interact(() -> model.kind.set(FindKind.NON_ZERO));

    assertThat(node(robot, "#find-field").isVisible()).isFalse();
    assertThat(node(robot, "#find-ignore-case").isVisible()).isFalse();
    robot.interact(() -> model.kind.set(FindKind.TEXT));
    assertThat(node(robot, "#find-field").isVisible()).isTrue();
    assertThat(node(robot, "#find-ignore-case").isVisible()).isTrue();
  }
}
