package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.testing.DemoSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Finds commands and data, sets shortcuts and copies texts in the whole window.
@ExtendWith(StageExtension.class)
class CommandsJourneyTest {

  @TempDir static Path folder;

  private final ChosenSettings settings =
      ChosenSettings.inMemory(Settings.DEFAULT.with(Switch.SCAN_AUTOMATICALLY, false));
  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @BeforeAll
  static void writeSamples() throws IOException {
    DemoSamples.write(folder.resolve("samples"));
  }

  @Start
  void show(Stage stage) {
    workspace =
        new Workspace(new TestEnvironment(folder).dialogs(dialogs).settings(settings).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  @BeforeEach
  void open(FxRobot robot) {
    robot.interact(
        () -> workspace.opener.openAsItIs(folder.resolve("samples/rich-metadata.safetensors")));
    TestWindow.waitUntil(
        "the file is open", () -> workspace.context.selection().openDocument().isPresent());
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static boolean isPaletteOpen(FxRobot robot) {
    return robot.lookup("#palette-layer").query().isVisible();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static String clipboard(FxRobot robot) {
    String[] text = {""};
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }

  /// Sets the text at once. Typing it would draw the window for each letter.
  private static void type(FxRobot robot, String id, String text) {
    robot.interact(() -> robot.lookup(id).queryTextInputControl().setText(text));
  }

  private void enterInPalette(FxRobot robot, String typed) {
    robot.push(KeyCode.CONTROL, KeyCode.K);
    assertThat(isPaletteOpen(robot)).isTrue();
    type(robot, "#palette-text", typed);
    TestWindow.waitUntil("the search is over", () -> workspace.context.jobs().running().isEmpty());
  }

  @Test
  void thePaletteSaysThatItFindsNothing(FxRobot robot) {
    enterInPalette(robot, "@nothing has this");

    Node list = robot.lookup("#palette-list").query();
    TestWindow.assertEventually(
        () -> assertThat(robot.from(list).lookup("No results").tryQuery()).isPresent());
  }

  @Test
  void thePaletteShowsATensorThatTheFilterHides(FxRobot robot) {
    type(robot, "#tree-filter", "nothing has this");
    String wanted =
        workspace
            .context
            .selection()
            .openDocument()
            .orElseThrow()
            .checkpoint()
            .tensors()
            .get(40)
            .info()
            .name();

    enterInPalette(robot, "@" + wanted);
    robot.push(KeyCode.ENTER);

    assertThat(isPaletteOpen(robot)).isFalse();
    assertThat(workspace.context.selection().tensorProperty().get().orElseThrow().info().name())
        .isEqualTo(wanted);
    TestWindow.waitUntil(
        "the row is marked",
        () ->
            robot.lookup("#tensor-tree").queryTableView().getSelectionModel().getSelectedIndex()
                >= 0);
    assertThat(robot.lookup("#tensor-tree").query().isFocused()).isTrue();
  }

  private static Bounds inScene(FxRobot robot, String query) {
    Node node = robot.lookup(query).query();
    return node.localToScene(node.getLayoutBounds());
  }

  @Test
  void comparingWithAManifestReportsDifferences(FxRobot robot) throws IOException {
    Path other = folder.resolve("samples/healthy.json");
    dialogs.target = Optional.of(other);
    robot.interact(() -> workspace.context.commands().run(Command.WRITE_MANIFEST));
    TestWindow.waitUntil("the manifest is there", () -> Files.exists(other));
    robot.interact(
        () -> workspace.opener.openAsItIs(folder.resolve("samples/nan-and-inf.safetensors")));
    TestWindow.waitUntil(
        "the other file is open",
        () -> text(robot, "document-name").equals("nan-and-inf.safetensors"));
    dialogs.manifest = Optional.of(other);

    enterInPalette(robot, "compare manifest");
    robot.push(KeyCode.ENTER);

    TestWindow.waitUntil(
        "the difference is reported", () -> text(robot, "manifest-outcome").contains(" differ: "));
    TestWindow.assertEventually(
        () ->
            assertThat(inScene(robot, "#hash-scroll"))
                .matches(pane -> pane.contains(inScene(robot, "#manifest-outcome"))));
  }

  @Test
  void thePaletteShowsAMetadataKeyMarked(FxRobot robot) {
    enterInPalette(robot, "#ss_bucket_info");
    robot.push(KeyCode.ENTER);

    TestWindow.waitUntil(
        "the key is shown", () -> text(robot, "metadata-detail-key").equals("ss_bucket_info"));
    assertThat(robot.lookup("#metadata-table").query().isVisible()).isTrue();
  }

  @Test
  void paletteCommandMovesTheFocus(FxRobot robot) {
    enterInPalette(robot, ">filter");
    robot.push(KeyCode.ENTER);

    assertThat(robot.lookup("#tree-filter").query().isFocused()).isTrue();
  }

  @Test
  void escapeAndTheSameKeysRestoreTheFocus(FxRobot robot) {
    robot.clickOn("#tree-filter");
    enterInPalette(robot, "x");
    robot.push(KeyCode.ESCAPE);
    assertThat(isPaletteOpen(robot)).isFalse();
    assertThat(robot.lookup("#tree-filter").query().isFocused()).isTrue();

    enterInPalette(robot, "x");
    robot.push(KeyCode.CONTROL, KeyCode.K);
    assertThat(isPaletteOpen(robot)).isFalse();
    assertThat(robot.lookup("#tree-filter").query().isFocused()).isTrue();
  }

  @Test
  void thePaletteIsAsMuchEnlargedAsTheWindow(FxRobot robot) {
    robot.interact(
        () -> {
          Themes.apply(Appearance.DEFAULT.withFontSize(24), workspace.view.getScene());
          workspace.view.applyCss();
          workspace.view.layout();
        });
    robot.push(KeyCode.CONTROL, KeyCode.K);

    assertThat(scale(robot, "#palette")).isEqualTo(scale(robot, "#document-name"));
    assertThat(scale(robot, "#palette")).isGreaterThan(1.5);
  }

  private static double scale(FxRobot robot, String id) {
    return robot.lookup(id).query().getLocalToSceneTransform().getMxx();
  }

  @Test
  void tabHasAMenuAndADescription(FxRobot robot) {
    robot
        .clickOn("#tab-overview", MouseButton.SECONDARY)
        .clickOn("#tab-menu-overview-toggle-bytes");

    TestWindow.waitUntil(
        "the bytes are shown", () -> robot.lookup("#hex-status").tryQuery().isPresent());
    assertThat(
            robot.lookup("#detail-tabs").queryAs(TabPane.class).getTabs().stream()
                .map(tab -> tab.getTooltip().getText()))
        .allMatch(text -> text.length() > 20);
  }

  @Test
  void keysThatThePaletteHasNoUseForDoNothingBelowIt(FxRobot robot) {
    enterInPalette(robot, "x");

    robot.push(KeyCode.CONTROL, KeyCode.DIGIT2);

    assertThat(isPaletteOpen(robot)).isTrue();
    assertThat(
            robot
                .lookup("#metadata-table")
                .tryQuery()
                .filter(Node::isVisible)
                .filter(node -> node.getScene() != null && isTurnedTo(node)))
        .isEmpty();
  }

  private static boolean isTurnedTo(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible()) {
        return false;
      }
    }
    return true;
  }

  @Test
  void newKeysArePressedAndHoldAtOnce(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.K);
    type(robot, "#shortcuts-search", "collapse");
    robot.push(KeyCode.DOWN).push(KeyCode.DOWN).push(KeyCode.ENTER);
    robot.push(KeyCode.CONTROL, KeyCode.U);
    TestWindow.waitUntil(
        "the keys are kept",
        () -> settings.get().shortcuts().equals(Map.of("collapse-all", "Shortcut+U")));

    assertThat(accelerator(robot, "menu-collapse-all"))
        .contains(KeyCombination.valueOf("Shortcut+U"));
    robot.push(KeyCode.ESCAPE);
    TestWindow.waitUntil(
        "the list of keys is closed", () -> robot.lookup("#shortcuts-panel").tryQuery().isEmpty());
    robot.interact(() -> workspace.context.commands().run(Command.EXPAND_ALL));
    int open = rowCount(robot);
    robot.push(KeyCode.CONTROL, KeyCode.U);
    TestWindow.assertEventually(() -> assertThat(rowCount(robot)).isLessThan(open));
  }

  @Test
  void noRowMovesWhileKeysAreAwaitedAndTheOneTheyAreForIsMarked(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.K);
    robot.push(KeyCode.TAB).push(KeyCode.DOWN).push(KeyCode.DOWN);
    Bounds before = boundsOf(robot, "#shortcuts-list");

    robot.push(KeyCode.ENTER);
    assertThat(recordedRows(robot)).hasSize(1);
    assertThat(boundsOf(robot, "#shortcuts-list")).isEqualTo(before);
    robot.push(KeyCode.CONTROL, KeyCode.ALT, KeyCode.X);
    assertThat(boundsOf(robot, "#shortcuts-list")).isEqualTo(before);
    robot.push(KeyCode.ESCAPE);
    assertThat(recordedRows(robot)).isEmpty();
    assertThat(boundsOf(robot, "#shortcuts-list")).isEqualTo(before);
  }

  private static Bounds boundsOf(FxRobot robot, String selector) {
    Pulses.settle();
    Node node = robot.lookup(selector).query();
    return node.localToScene(node.getLayoutBounds());
  }

  private static Set<Node> recordedRows(FxRobot robot) {
    Pulses.settle();
    return robot.lookup(".shortcut-cell:recorded").queryAll();
  }

  @Test
  void closingShortcutsReturnsToTheSettings(FxRobot robot) {
    robot.interact(() -> workspace.context.commands().run(Command.SETTINGS));
    robot.interact(robot.lookup("#settings-shortcuts").queryButton()::fire);
    assertThat(robot.lookup("#shortcuts-panel").tryQuery()).isPresent();

    robot.push(KeyCode.ESCAPE);
    TestWindow.waitUntil(
        "the settings are shown", () -> robot.lookup("#settings").tryQuery().isPresent());
    assertThat(robot.lookup("#shortcuts-panel").tryQuery()).isEmpty();
  }

  private static int rowCount(FxRobot robot) {
    return robot.lookup("#tensor-tree").queryTableView().getItems().size();
  }

  private static Optional<KeyCombination> accelerator(FxRobot robot, String id) {
    return robot.lookup("#menu-bar").queryAs(MenuBar.class).getMenus().stream()
        .flatMap(menu -> menu.getItems().stream())
        .filter(item -> id.equals(item.getId()))
        .map(MenuItem::getAccelerator)
        .findFirst();
  }

  @Test
  void undoNamesWhatItTakesBack(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.DIGIT2);
    TestWindow.waitUntil(
        "the metadata are shown",
        () -> !robot.lookup("#metadata-table").queryTableView().getItems().isEmpty());
    robot.clickOn("#metadata-table").push(KeyCode.HOME).push(KeyCode.DELETE);

    TestWindow.waitUntil(
        "the step is named", () -> itemText(robot, "menu-undo").startsWith("Undo: delete "));
    robot.push(KeyCode.CONTROL, KeyCode.Z);
    TestWindow.waitUntil(
        "the step is named", () -> itemText(robot, "menu-redo").startsWith("Redo: delete "));
    assertThat(itemText(robot, "menu-undo")).isEqualTo("Undo");
  }

  private static String itemText(FxRobot robot, String id) {
    return robot.lookup("#menu-bar").queryAs(MenuBar.class).getMenus().stream()
        .flatMap(menu -> menu.getItems().stream())
        .filter(item -> id.equals(item.getId()))
        .map(MenuItem::getText)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anyTextIsCopiedByItsMenu(FxRobot robot) {
    robot.clickOn("#status-contents", MouseButton.SECONDARY).clickOn("#menu-item-copy-this");

    assertThat(clipboard(robot)).isEqualTo(text(robot, "status-contents"));
  }

  @Test
  void theNameOfTheFileIsCopiedAsItsPath(FxRobot robot) {
    robot.clickOn("#document-name", MouseButton.SECONDARY).clickOn("#menu-item-copy-this");

    assertThat(clipboard(robot)).endsWith("rich-metadata.safetensors").contains("samples");
  }

  @Test
  void aRowOfTheTreeIsCopiedByKeys(FxRobot robot) {
    robot.interact(
        () ->
            workspace
                .context
                .selection()
                .select(
                    workspace
                        .context
                        .selection()
                        .openDocument()
                        .orElseThrow()
                        .checkpoint()
                        .tensors()
                        .getFirst()));
    robot.interact(() -> robot.lookup("#tensor-tree").query().requestFocus());

    robot.push(KeyCode.CONTROL, KeyCode.C);

    assertThat(clipboard(robot))
        .isEqualTo(
            workspace.context.selection().tensorProperty().get().orElseThrow().info().name());
  }

  @Test
  void aTaskOfTheGuideOpensItsSample(FxRobot robot) {
    robot.push(KeyCode.F1);
    TestWindow.waitUntil(
        "the guide is shown", () -> robot.lookup("#guide-panel").tryQuery().isPresent());

    robot.clickOn("#guide-sample-nan-and-inf");

    TestWindow.waitUntil(
        "the sample is open", () -> text(robot, "document-name").equals("nan-and-inf.safetensors"));
    assertThat(robot.lookup("#guide-panel").tryQuery()).isEmpty();
  }

  @Test
  void guideLinksOpenTheirPanes(FxRobot robot) {
    robot.push(KeyCode.F1);
    TestWindow.waitUntil(
        "the guide is shown", () -> robot.lookup("#guide-panel").tryQuery().isPresent());

    assertThat(text(robot, "guide-written")).as("where more is written").contains("app/docs");
    robot.clickOn("#guide-show-hashes");

    assertThat(robot.lookup("#guide-panel").tryQuery()).isEmpty();
  }

  @Test
  void detailsForAReportAreCopied(FxRobot robot) {
    robot.clickOn("#menu-help").clickOn("#menu-copy-details");

    assertThat(clipboard(robot)).contains("Java: ", "JavaFX: ", "System: ");
  }

  /// JavaFX shows the tooltip of the outermost node under the mouse.
  @Test
  void noTooltipIsHiddenByThatOfItsParent(FxRobot robot) {
    Set<String> hidden = new TreeSet<>();
    for (PaneDescriptor pane : Panes.FILE) {
      robot.interact(() -> workspace.context.commands().run(pane.command()));
      TestWindow.waitUntil("the work is done", () -> workspace.context.jobs().running().isEmpty());
      robot.interact(() -> collectHidden(workspace.view, Optional.empty(), hidden));
    }

    assertThat(hidden).isEmpty();
  }

  private static void collectHidden(Node node, Optional<Tooltip> outer, Set<String> hidden) {
    Optional<Tooltip> own =
        node.getProperties().values().stream()
            .filter(Tooltip.class::isInstance)
            .map(Tooltip.class::cast)
            .findFirst();
    if (own.isPresent() && outer.isPresent() && own.get() != outer.get()) {
      hidden.add(node + " by " + outer.get().getText());
    }
    if (node instanceof Parent parent) {
      parent
          .getChildrenUnmodifiable()
          .forEach(child -> collectHidden(child, own.or(() -> outer), hidden));
    }
  }
}
