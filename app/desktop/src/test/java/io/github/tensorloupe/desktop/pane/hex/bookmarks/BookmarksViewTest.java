package io.github.tensorloupe.desktop.pane.hex.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile.Bookmark;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class BookmarksViewTest {

  @TempDir Path folder;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private Path path;
  private Folders folders;
  private BookmarksViewModel model;
  private long dataStart;

  @Start
  void show(Stage stage) throws IOException {
    Path config = Files.createDirectories(folder.resolve("config"));
    folders = new Folders(Map.of("XDG_CONFIG_HOME", config.toString()), new Properties());
    path = new TensorFiles().floats("numbers", 1, 2, 3).write(folder.resolve("a.safetensors"));
    dataStart = open().reading().dataStart().orElseThrow();
    model = model();
    TestWindow.show(stage, new BookmarksView(model, Messages.english()), 260, 300);
  }

  private TensorFile open() throws IOException {
    return files.show(path, selection).checkpoint().files().getFirst();
  }

  private BookmarksViewModel model() {
    return new BookmarksViewModel(
        selection,
        new BookmarkFile(folders),
        new Jobs(Runnable::run, Runnable::run),
        Messages.english());
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void moveCaretTo(FxRobot robot, long byteOffset) {
    TensorFile file = selection.caretProperty().get().orElseThrow().file();
    robot.interact(() -> selection.placeCaret(file, byteOffset));
  }

  private long caret() {
    return selection.caretProperty().get().orElseThrow().byteOffset();
  }

  private static TextField note(FxRobot robot) {
    return robot.lookup("#bookmarks-note").queryAs(TextField.class);
  }

  @Test
  void theByteOfTheCaretIsMarkedWithItsPlaceAndTheNoteCanBeChanged(FxRobot robot) {
    moveCaretTo(robot, dataStart + 5);
    robot.clickOn("#bookmarks-add");
    assertThat(model.marks()).containsExactly(new Bookmark(dataStart + 5, "numbers [1]"));

    robot.clickOn("#bookmarks-note").push(KeyCode.SHORTCUT, KeyCode.A).write("odd");
    robot.push(KeyCode.ENTER);
    assertThat(model.marks()).containsExactly(new Bookmark(dataStart + 5, "odd"));
    assertThat(model().marks()).as("after a restart").isEqualTo(model.marks());
    assertThat(robot.lookup("odd  ·  numbers [1]").tryQuery()).as("its place").isPresent();
  }

  @Test
  void aRowLeadsToItsByteAndDeleteRemovesIt(FxRobot robot) {
    for (long at : List.of(2L, dataStart, dataStart + 8)) {
      moveCaretTo(robot, at);
      robot.interact(model::add);
    }
    moveCaretTo(robot, 1);
    Pulses.settle();

    robot.clickOn(
        robot.lookup(".list-cell .label").queryAllAs(Label.class).stream()
            .filter(label -> label.getText().equals("numbers [0]"))
            .findFirst()
            .orElseThrow());
    assertThat(caret()).isEqualTo(dataStart);
    robot.push(KeyCode.DOWN);
    assertThat(caret()).isEqualTo(dataStart + 8);

    robot.push(KeyCode.DELETE);
    assertThat(model.marks()).extracting(Bookmark::byteOffset).containsExactly(2L, dataStart);
    assertThat(robot.lookup("#bookmarks-list").queryAs(ListView.class).isFocused()).isTrue();
    assertThat(model().marks()).hasSize(2);
  }

  @Test
  void theKeysGoFromMarkToMarkAndRound(FxRobot robot) {
    robot.interact(() -> model.goOnward(true));
    for (long at : List.of(2L, dataStart + 8)) {
      moveCaretTo(robot, at);
      robot.interact(model::add);
    }
    robot.interact(() -> model.goOnward(true));
    assertThat(caret()).isEqualTo(2);
    robot.interact(() -> model.goOnward(true));
    assertThat(caret()).isEqualTo(dataStart + 8);
    robot.interact(() -> model.goOnward(false));
    robot.interact(() -> model.goOnward(false));
    assertThat(caret()).isEqualTo(dataStart + 8);
  }

  @Test
  void aMarkedByteIsNotMarkedTwice(FxRobot robot) {
    robot.interact(model::add);
    robot.interact(model::add);

    assertThat(model.marks()).hasSize(1);
    assertThat(note(robot).getText()).isEqualTo("Header");
  }

  @Test
  void unreadableMarksAreReported(FxRobot robot) throws IOException {
    robot.interact(model::add);
    Files.writeString(folder.resolve("config/tensorloupe/bookmarks.json"), "no JSON");
    robot.interact(
        () -> {
          try {
            open();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });

    assertThat(robot.lookup("#bookmarks-failure").queryAs(Label.class).getText())
        .contains("bookmarks");

    Files.delete(folder.resolve("config/tensorloupe/bookmarks.json"));
    robot.interact(model::add);
    assertThat(robot.lookup("#bookmarks-failure").query().isVisible()).isFalse();
  }
}
