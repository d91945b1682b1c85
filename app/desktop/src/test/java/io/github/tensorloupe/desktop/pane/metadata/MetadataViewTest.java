package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.nio.file.Path;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeTableView;
import javafx.scene.image.ImageView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(StageExtension.class)
class MetadataViewTest {

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private Stage stage;

  @Start
  void show(Stage shown) throws IOException {
    stage = shown;
    Messages messages = Messages.english();
    MetadataView view =
        new MetadataView(
            new MetadataViewModel(
                selection, new DocumentEdits(selection), Jobs.onFxThread(), messages),
            ScriptedDialogs::new,
            messages,
            () -> {},
            () -> {},
            () -> {});
    TestWindow.show(stage, view, 900, 600);
    Path file =
        new TensorFiles()
            .metadata("format", "pt")
            .metadata("ss_datasets", "[{\"batch_size\": 4}, \"castle\"]")
            .metadata("long", "x".repeat(30_000))
            .metadata("modelspec.thumbnail", "data:image/png;base64," + png())
            .write(folder.resolve("a.safetensors"));
    files.show(file, selection);
  }

  /// Waits for the table and its entries, which other threads create and read.
  @BeforeEach
  void awaitEntries(FxRobot robot) throws Exception {
    await(
        () ->
            robot
                .lookup("#metadata-table")
                .tryQueryAs(TableView.class)
                .filter(table -> table.getItems().size() == 4)
                .isPresent());
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  /// Returns a picture of one pixel.
  private static String png() {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    png.writeBytes(ByteBuffer.allocate(8).putLong(0x89504E470D0A1A0AL).array());
    ByteBuffer header = ByteBuffer.allocate(13).putInt(1).putInt(1).put((byte) 8).put((byte) 2);
    chunk(png, "IHDR", header.array());
    Deflater deflater = new Deflater();
    deflater.setInput(new byte[] {0, 10, 20, 30});
    deflater.finish();
    byte[] pixels = new byte[64];
    chunk(png, "IDAT", Arrays.copyOf(pixels, deflater.deflate(pixels)));
    deflater.end();
    chunk(png, "IEND", new byte[0]);
    return Base64.getEncoder().encodeToString(png.toByteArray());
  }

  private static void chunk(ByteArrayOutputStream png, String type, byte[] data) {
    byte[] body = ByteBuffer.allocate(4 + data.length).put(type.getBytes()).put(data).array();
    CRC32 crc = new CRC32();
    crc.update(body);
    png.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    png.writeBytes(body);
    png.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    WaitForAsyncUtils.waitFor(
        5,
        TimeUnit.SECONDS,
        () -> {
          Pulses.settle();
          return condition.call();
        });
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static boolean isShown(FxRobot robot, String id) {
    Node node = robot.lookup(id).query();
    return node.isVisible() && node.getScene() != null;
  }

  @Test
  void selectedEntryStaysMarkedWhenFiltered(FxRobot robot) throws Exception {
    select(robot, "long");
    robot.clickOn("#metadata-find").write("lon");
    await(() -> text(robot, "#metadata-count").startsWith("1 of"));

    TableView<MetadataRow> table = robot.lookup("#metadata-table").queryTableView();
    assertThat(table.getSelectionModel().getSelectedIndex()).isZero();
    assertThat(text(robot, "#metadata-detail-key")).isEqualTo("long");
  }

  private static void select(FxRobot robot, String key) throws Exception {
    await(() -> robot.lookup(key).tryQuery().isPresent());
    robot.clickOn(key);
    await(() -> text(robot, "#metadata-detail-key").equals(key));
  }

  @Test
  void jsonIsShownAsATreeAndAsText(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    TreeTableView<?> tree = robot.lookup("#metadata-json").queryAs(TreeTableView.class);
    assertThat(tree.getParent().isVisible()).isTrue();
    assertThat(tree.getExpandedItemCount()).isEqualTo(2);

    robot.clickOn("#metadata-as-text");

    assertThat(tree.getParent().isVisible()).isFalse();
    assertThat(robot.lookup("#metadata-text").queryAs(TextArea.class).getText())
        .isEqualTo("[\n  {\n    \"batch_size\": 4\n  },\n  \"castle\"\n]");
  }

  @Test
  void filesWithDifferentMetadataCanBeChosen(FxRobot robot) throws Exception {
    Path set = Files.createDirectory(folder.resolve("set"));
    for (String name : List.of("a.safetensors", "b.safetensors")) {
      new TensorFiles().metadata("name", name).floats("t", 1).write(set.resolve(name));
    }
    Node chooser = robot.lookup("#metadata-source").query();
    assertThat(chooser.isVisible()).isFalse();

    showFile(robot, set);

    TestWindow.assertEventually(() -> assertThat(chooser.isVisible()).isTrue());
  }

  @Test
  void knownKeysAreExplained(FxRobot robot) throws Exception {
    select(robot, "format");
    assertThat(text(robot, "#metadata-explanation")).startsWith("Which framework");

    select(robot, "long");
    assertThat(isShown(robot, "#metadata-explanation")).isTrue();
    assertThat(robot.lookup("#metadata-explanation").query().getParent().isVisible()).isFalse();
  }

  @Test
  void lowPaneHidesTheExplanation(FxRobot robot) throws Exception {
    select(robot, "format");
    Node explained = robot.lookup("#metadata-explanation").query().getParent();
    assertThat(explained.isVisible()).isTrue();

    robot.interact(
        () -> {
          stage.setWidth(480);
          stage.setHeight(450);
        });

    TestWindow.assertEventually(() -> assertThat(explained.isVisible()).isFalse());
  }

  @Test
  void truncatedValuesHaveANote(FxRobot robot) throws Exception {
    select(robot, "long");

    assertThat(text(robot, "#metadata-cut-note")).contains("20,000", "30,000");
    assertThat(robot.lookup("#metadata-text").queryAs(TextArea.class).getText()).hasSize(20_000);
  }

  @Test
  void thumbnailIsShownAsAPicture(FxRobot robot) throws Exception {
    select(robot, "modelspec.thumbnail");

    await(() -> robot.lookup("#metadata-picture").queryAs(ImageView.class).isVisible());
    select(robot, "format");
    assertThat(robot.lookup("#metadata-picture").queryAs(ImageView.class).isVisible()).isFalse();
  }

  @Test
  void typingFiltersAndUpdatesTheCount(FxRobot robot) throws Exception {
    robot.clickOn("#metadata-find").write("cast");

    await(() -> text(robot, "#metadata-count").equals("1 of 4 entries"));
    robot.interact(() -> robot.lookup("#metadata-find").queryAs(TextField.class).clear());
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "#metadata-count")).isEqualTo("4 entries"));
  }

  @Test
  void copyingIncludesTheWholeValue(FxRobot robot) throws Exception {
    select(robot, "long");
    robot.push(KeyCode.SHORTCUT, KeyCode.C);

    assertThat(clipboard(robot)).isEqualTo("x".repeat(30_000));
  }

  @Test
  void headerDoesNotOpenTheMenuOfTheRows(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    ContextMenu menu = robot.lookup("#metadata-table").queryTableView().getContextMenu();

    robot.rightClickOn("#metadata-table .column-header");
    assertThat(menu.isShowing()).isFalse();

    robot.rightClickOn("#metadata-table .table-row-cell");
    assertThat(menu.isShowing()).isTrue();
    robot.interact(menu::hide);
  }

  @Test
  void keyCanBeCopiedFromTheContextMenu(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    robot.interact(
        () ->
            robot.lookup("#metadata-table").queryTableView().getContextMenu().getItems().stream()
                .filter(item -> "metadata-menu-copy-key".equals(item.getId()))
                .forEach(MenuItem::fire));

    assertThat(clipboard(robot)).isEqualTo("ss_datasets");
  }

  private static String clipboard(FxRobot robot) throws Exception {
    return WaitForAsyncUtils.asyncFx(() -> Clipboard.getSystemClipboard().getString()).get();
  }

  @Test
  void orderingByKeyIsDoneInTheModel(FxRobot robot) throws Exception {
    TableView<MetadataRow> table = robot.lookup("#metadata-table").queryTableView();
    robot.interact(() -> table.getSortOrder().add(table.getColumns().get(1)));

    await(() -> table.getItems().get(1).key().equals("long"));
    robot.interact(() -> table.getSortOrder().clear());
    TestWindow.assertEventually(
        () -> assertThat(table.getItems().get(1).key()).isEqualTo("ss_datasets"));
  }

  @Test
  void narrowPaneShowsTheValueBelow(FxRobot robot) throws Exception {
    SplitPane split = robot.lookup(".split-pane").queryAs(SplitPane.class);
    assertThat(split.getOrientation()).isEqualTo(Orientation.HORIZONTAL);

    robot.interact(() -> stage.setWidth(480));

    TestWindow.assertEventually(
        () -> assertThat(split.getOrientation()).isEqualTo(Orientation.VERTICAL));
  }

  @Test
  void emptyAndMissingMapsAreDescribed(FxRobot robot) throws Exception {
    Path none = TensorFiles.raw(folder.resolve("none.safetensors"), "{}", 0);
    Path empty = TensorFiles.raw(folder.resolve("empty.safetensors"), "{\"__metadata__\":{}}", 0);

    showFile(robot, none);
    await(() -> text(robot, "#metadata-empty-sentence").contains("missing or null"));
    showFile(robot, empty);
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "#metadata-empty-sentence")).contains("no entries"));
  }

  private void showFile(FxRobot robot, Path file) {
    robot.interact(
        () -> {
          try {
            files.show(file, selection);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
