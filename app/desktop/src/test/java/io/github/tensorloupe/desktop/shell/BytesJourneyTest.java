package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Bookmarks positions in the bytes, lists them and returns to them, and follows metadata keys to
/// their bytes.
@ExtendWith(StageExtension.class)
class BytesJourneyTest {

  @TempDir static Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    workspace = workspace();
    TestWindow.show(stage, workspace.view, 1280, 900);
    byte[] entry =
        "\"__metadata__\":{\"title\":\"Harbour\",\"author\":\"me\"}"
            .getBytes(StandardCharsets.UTF_8);
    String header =
        "{"
            + new String(entry, StandardCharsets.UTF_8)
            + ",\"w\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}";
    Path path = TensorFiles.raw(folder.resolve("a.safetensors"), header, 16);
    workspace.opener.open(path);
  }

  private static Workspace workspace() throws IOException {
    Path config = Files.createDirectories(folder.resolve("config"));
    Folders folders = new Folders(Map.of("XDG_CONFIG_HOME", config.toString()), new Properties());
    Desktop nothing = Desktop.nothing();
    return new Workspace(
        new TestEnvironment(folder)
            .outside(
                new Desktop(
                    nothing.library(),
                    nothing.fileManager(),
                    new BookmarkFile(folders),
                    nothing.addresses(),
                    nothing.heatMaps()))
            .build());
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static void expectFile(FxRobot robot) {
    TestWindow.assertEventually(
        () ->
            assertThat(
                    robot
                        .lookup("#tree-count")
                        .tryQueryAs(Labeled.class)
                        .map(Labeled::getText)
                        .stream()
                        .anyMatch("1 tensor"::equals))
                .isTrue());
  }

  private long caret() {
    return workspace.context.selection().caretProperty().get().map(Caret::byteOffset).orElse(-1L);
  }

  private void run(FxRobot robot, Command command) {
    robot.interact(() -> workspace.context.commands().run(command));
  }

  @Test
  void bookmarkIsListedWithItsNoteAndRevisited(FxRobot robot) {
    expectFile(robot);
    robot.interact(() -> workspace.selectTensor("w"));
    long begin = caret();
    run(robot, Command.ADD_BOOKMARK);
    TestWindow.waitUntil(
        "the note can be typed",
        () ->
            robot.lookup("#bookmarks-note").tryQueryAs(TextField.class).stream()
                .filter(Node::isFocused)
                .anyMatch(note -> note.getSelectedText().equals(note.getText())));
    robot.write("look here").push(KeyCode.ENTER);

    robot.interact(() -> workspace.context.selection().clearTensor());
    robot.interact(
        () ->
            workspace
                .context
                .selection()
                .placeCaret(
                    workspace.context.selection().caretProperty().get().orElseThrow().file(), 0));
    robot.push(KeyCode.F4);

    assertThat(caret()).isEqualTo(begin);
    assertThat(robot.lookup("#bookmarks-list .list-cell .label").queryAllAs(Label.class))
        .extracting(Labeled::getText)
        .contains("look here  ·  w [0]");
  }

  @Test
  void aTextLeadsToItsBytes(FxRobot robot) {
    expectFile(robot);
    run(robot, Command.SHOW_STRINGS);
    TestWindow.waitUntil(
        "the texts are listed",
        () ->
            robot.lookup("#strings-list").tryQueryAs(ListView.class).stream()
                .anyMatch(list -> !list.getItems().isEmpty() && list.isFocused()));
    robot.push(KeyCode.HOME);

    TestWindow.assertEventually(() -> assertThat(caret()).isEqualTo(10));
  }

  @Test
  void caretMovesToAMetadataKey(FxRobot robot) {
    expectFile(robot);
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    TestWindow.waitUntil(
        "the entries are there",
        () -> !robot.lookup("#metadata-table .table-row-cell").queryAll().isEmpty());
    ToggleButton card = robot.lookup("#metadata-mode-card").queryAs(ToggleButton.class);
    robot.interact(card::fire);
    assertThat(card.isSelected()).isTrue();
    robot.interact(() -> workspace.view.panes.pane(MetadataPane.class).showKey("author"));

    TestWindow.waitUntil("the caret is on the key", () -> caret() == 8 + 35);
    assertThat(card.isSelected()).as("the entries are shown").isFalse();
  }
}
