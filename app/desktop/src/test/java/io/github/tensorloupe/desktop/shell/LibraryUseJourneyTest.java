package io.github.tensorloupe.desktop.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ModelMark;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.matcher.control.LabeledMatchers;

/// Uses a library with three LoRAs in an added folder.
@ExtendWith(StageExtension.class)
class LibraryUseJourneyTest {

  @TempDir Path folder;

  private final LibraryFile libraryFile = new LibraryFile(new Folders(Map.of(), new Properties()));
  private final List<RememberedDocument> opened = new ArrayList<>();
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
    String settings = folder.resolve("settings").toString();
    ScanResultStore values =
        new StoredScans(new Folders(Map.of("XDG_CACHE_HOME", settings), new Properties()));
    LibrarySources library =
        new LibrarySources(
            libraryFile,
            new LibraryScan(new HeaderCache(), values),
            List::of,
            values,
            new BaseStructures(new Folders(Map.of(), new Properties())));
    TestTab host =
        new TestTab() {
          @Override
          public void open(RememberedDocument document) {
            opened.add(document);
          }
        };
    workspace =
        new Workspace(
            new TestEnvironment(folder).outside(Desktop.with(library)).host(host).build());
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

  @Test
  void theToolbarFitsIntoANarrowWindow(FxRobot robot) {
    expectModels(robot, "3 models");

    robot.interact(() -> workspace.view.getScene().getWindow().setWidth(585));

    TestWindow.assertEventually(
        () -> assertThat(end(robot, "#start-page")).isLessThanOrEqualTo(585));
    TestWindow.assertEventually(
        () ->
            assertThat(end(robot, "#library-refresh"))
                .isLessThanOrEqualTo(end(robot, "#start-page") - 24));
  }

  private static double end(FxRobot robot, String query) {
    return bounds(robot.lookup(query).query()).getMaxX();
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
    assertThat(opened).isEmpty();
  }

  // The headless robot does not pass modifier keys with mouse events.
  private static void clickWithShortcutKey(FxRobot robot, String title) {
    Node card = robot.lookup(title).query();
    MouseEvent press =
        new MouseEvent(
            MouseEvent.MOUSE_PRESSED,
            0,
            0,
            0,
            0,
            MouseButton.PRIMARY,
            1,
            false,
            true,
            false,
            true,
            true,
            false,
            false,
            false,
            false,
            true,
            new PickResult(card, 0, 0));
    robot.interact(() -> card.fireEvent(press));
  }

  private static double topOfFirstCard(FxRobot robot) {
    return bounds(robot.lookup(".model-card").query()).getMinY();
  }

  @Test
  void twoSelectedModelsAreCompared(FxRobot robot) {
    expectModels(robot, "3 models");
    double top = topOfFirstCard(robot);

    robot.clickOn("boats");
    clickWithShortcutKey(robot, "anchor");
    assertThat(text(robot, "library-selection-compare")).isEqualTo("Compare");
    assertThat(topOfFirstCard(robot)).as("the cards stay").isEqualTo(top);
    robot.clickOn("#library-selection-compare");

    assertThat(opened)
        .containsExactly(RememberedDocument.of(lora("boats"), Optional.of(lora("anchor"))));
    clickWithShortcutKey(robot, "cliffs");
    assertThat(robot.lookup("#library-selection-compare").query().isDisabled()).isTrue();
    robot.clickOn("#library-selection-clear");
    assertThat(robot.lookup("#library-selection").query().isVisible()).isFalse();
  }

  @Test
  void theMetadataOfSelectedModelsAreEdited(FxRobot robot) {
    expectModels(robot, "3 models");
    robot.clickOn("#library-look-table");
    TableView<?> models = robot.lookup("#library-table").queryTableView();
    robot.interact(() -> models.getSelectionModel().selectRange(0, 2));
    robot.clickOn("#library-selection-edit");

    TableView<?> files = robot.lookup("#batch-table").queryTableView();
    TestWindow.assertEventually(
        () ->
            assertThat(List.of(cell(files, 0), cell(files, 1)))
                .containsExactlyInAnyOrder("anchor.safetensors", "boats.safetensors"));
    assertThat(files.getItems()).hasSize(2);
  }

  @Test
  void privateDataOfSelectedModelsAreRemovedFromTheirMenu(FxRobot robot) throws IOException {
    new TensorFiles().metadata("hf_token", "0123456789abcdef").floats("a", 1).write(lora("cliffs"));
    expectModels(robot, "3 models");
    robot.clickOn("boats");
    clickWithShortcutKey(robot, "cliffs");

    robot.rightClickOn("cliffs").clickOn("Remove private data…");
    TestWindow.waitUntil(
        "files are listed", () -> !robot.lookup("#batch-try").query().isDisabled());
    robot.clickOn("#batch-try");
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "batch-summary")).startsWith("Would save: 1. Unchanged: 1."));
    robot.clickOn("#batch-save");

    TestWindow.assertEventually(
        () -> assertThat(text(robot, "batch-summary")).startsWith("Saved: 1. Unchanged: 1."));
    try (TensorFile file = TensorFile.open(lora("cliffs"))) {
      assertThat(file.header().metadata().filter(it -> !it.entries().isEmpty())).isEmpty();
    }
  }

  private static Object cell(TableView<?> table, int row) {
    return table.getColumns().getFirst().getCellData(row);
  }

  @Test
  void theValuesOfSelectedModelsAreCheckedFromTheirMenu(FxRobot robot) {
    expectModels(robot, "3 models");
    robot.clickOn("anchor");
    robot.push(KeyCode.SHORTCUT, KeyCode.A);
    robot.push(KeyCode.SHIFT, KeyCode.LEFT);
    assertThat(text(robot, "library-selection-compare")).isEqualTo("Compare");
    robot.push(KeyCode.SHORTCUT, KeyCode.A);

    robot.rightClickOn("cliffs").clickOn("Check values");

    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("Values fine").queryAll()).hasSizeGreaterThanOrEqualTo(3));
    Node check = robot.lookup("#library-selection-check").query();
    TestWindow.waitUntil("nothing is left to check", check::isDisabled);
  }

  private static boolean isShown(FxRobot robot, String query) {
    return robot.lookup(query).tryQuery().filter(Node::isVisible).isPresent();
  }

  @Test
  void noResultsOfferToClearTheFiltersAndTheChipsStay(FxRobot robot) {
    expectModels(robot, "3 models");
    robot.clickOn("#library-filter-precision").clickOn("F32 (3)");
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "library-filter-precision")).isEqualTo("F32"));
    robot.push(KeyCode.ESCAPE);
    double left = bounds(robot.lookup("#library-filter-folder").query()).getMinX();
    robot.clickOn("#library-search").write("nothing like this");
    expectModels(robot, "0 of 3 models");
    assertThat(isShown(robot, "#library-filter-kind")).isTrue();
    assertThat(bounds(robot.lookup("#library-filter-folder").query()).getMinX()).isEqualTo(left);
    robot.clickOn("#library-filter-kind").clickOn("#library-filter-kind");
    robot.clickOn("#library-gallery-nothing-clear");

    expectModels(robot, "3 models");
    assertThat(text(robot, "library-filter-precision")).isEqualTo("Precision");
  }

  @Test
  void brokenFilesAreFilteredByKind(FxRobot robot) throws IOException {
    expectModels(robot, "3 models");
    byte[] whole = Files.readAllBytes(lora("anchor"));
    Files.write(lora("cut"), Arrays.copyOf(whole, whole.length - 4));
    Files.writeString(lora("page"), "<!DOCTYPE html><html><body>Not found</body></html>");
    Files.createFile(lora("empty"));
    Files.write(lora("header"), "\u0010\0\0\0\0\0\0\0no JSON at all !".getBytes(UTF_8));
    expectModels(robot, "7 models");

    robot.clickOn("#library-filter-health");
    for (String kind :
        List.of("Truncated", "Not a safetensors file", "Empty or zeros", "Does not load")) {
      assertThat(robot.lookup(kind + " (1)").tryQuery()).as(kind).isPresent();
    }
    robot.push(KeyCode.DOWN).push(KeyCode.ENTER);
    expectModels(robot, "3 of 7 models");
    robot.push(KeyCode.ENTER);
    expectModels(robot, "7 models");
    robot.clickOn("Truncated (1)");

    expectModels(robot, "1 of 7 models");
    assertThat(robot.lookup("cut").tryQuery()).isPresent();
    robot.clickOn("Empty or zeros (1)");
    expectModels(robot, "2 of 7 models");
    CheckBox last = robot.lookup("Truncated (1)").query();
    assertThat(last.isSelected()).isTrue();
    robot.clickOn(last);
    expectModels(robot, "1 of 7 models");
    assertThat(last.isSelected()).isFalse();
  }

  @Test
  void hiddenColumnsStayHidden(FxRobot robot) {
    expectModels(robot, "3 models");
    robot.clickOn("#library-look-table");
    TableColumn<?, ?> family = familyColumn(robot);
    TestWindow.waitUntil("there is room", family::isVisible);

    robot.clickOn(".show-hide-columns-button");
    robot.clickOn(robot.from(robot.lookup(".check-menu-item")).lookup("Family").<Node>query());
    TestWindow.waitUntil("the column is hidden", () -> !family.isVisible());
    Arrangement hidden = workspace.state.arrangement();
    robot.interact(() -> family.setVisible(true));
    robot.interact(() -> workspace.state.arrange(hidden));

    assertThat(family.isVisible()).isFalse();
    robot.interact(() -> robot.lookup("#library-table").queryTableView().resize(300, 300));
    assertThat(workspace.state.arrangement().tables().get("library-table").columns())
        .filteredOn(column -> !column.visible())
        .extracting(TableLayout.Column::id)
        .containsExactly("library-column-family");
  }

  private static TableColumn<?, ?> familyColumn(FxRobot robot) {
    return robot.lookup("#library-table").queryTableView().getColumns().stream()
        .filter(column -> column.getId().equals("library-column-family"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void thePaletteOpensModels(FxRobot robot) {
    expectModels(robot, "3 models");
    robot.clickOn("#library-search").write("anchor");
    expectModels(robot, "1 of 3 models");

    robot.interact(() -> workspace.openPalette("cliffs"));
    TestWindow.waitUntil(
        "it is found", () -> robot.lookup("cliffs.safetensors").tryQuery().isPresent());
    robot.push(KeyCode.ENTER);

    assertThat(opened).containsExactly(RememberedDocument.of(lora("cliffs")));
  }

  @Test
  void favoritesAndOwnTagsAreFilteredAndNotStoredInTheFiles(FxRobot robot) throws IOException {
    expectModels(robot, "3 models");
    byte[] before = Files.readAllBytes(lora("boats"));

    robot.rightClickOn("boats").clickOn("Add to favorites");
    TestWindow.waitUntil("there are tags", () -> isShown(robot, "#library-filter-tag"));
    robot.rightClickOn("cliffs").clickOn("Tags…");
    assertThat(robot.lookup("#library-tags-panel").query().getAccessibleText()).isEqualTo("Tags");
    robot.clickOn("#library-tags").write("night, sea ");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil(
        "the card shows the tags",
        () -> robot.lookup(LabeledMatchers.hasText("#night #sea")).tryQuery().isPresent());
    robot.rightClickOn("boats");
    assertThat(robot.lookup("Copy frequent tags").tryQuery()).isPresent();
    robot.push(KeyCode.ESCAPE).clickOn("#library-look-table");
    TestWindow.waitUntil(
        "the table shows the tags", () -> robot.lookup("night, sea").tryQuery().isPresent());
    robot.clickOn("#library-look-gallery");

    robot.clickOn("#library-search").write("night");
    expectModels(robot, "1 of 3 models");
    robot.push(KeyCode.ESCAPE);
    robot.clickOn("#library-filter-tag");
    assertThat(robot.lookup("sea (1)").tryQuery()).isPresent();
    robot.clickOn("Favorites (1)");
    expectModels(robot, "1 of 3 models");
    robot.push(KeyCode.ESCAPE);
    assertThat(libraryFile.marks())
        .containsEntry(lora("boats"), new ModelMark(lora("boats"), true, List.of()))
        .containsEntry(
            lora("cliffs"), new ModelMark(lora("cliffs"), false, List.of("night", "sea")));
    assertThat(lora("boats")).hasBinaryContent(before);
    robot.rightClickOn("boats").clickOn("Remove from favorites");
    expectModels(robot, "0 of 3 models");
  }
}
