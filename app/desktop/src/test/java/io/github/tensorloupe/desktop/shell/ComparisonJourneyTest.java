package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.PairedBy;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.RecentComparison;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.SparseFiles;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javafx.event.EventType;
import javafx.scene.Node;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Compares two checkpoints with every command that can do so, and examines the pairs.
@ExtendWith(StageExtension.class)
class ComparisonJourneyTest {

  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final LibraryFile libraryFile = new LibraryFile(new Folders(Map.of(), new Properties()));
  private Path a;
  private Path b;
  private Workspace workspace;

  @BeforeEach
  void writeFiles() throws IOException {
    a = base().write(folder.resolve("base.safetensors"));
    b = tuned(5).write(folder.resolve("tuned.safetensors"));
  }

  private static TensorFiles base() {
    return new TensorFiles()
        .floats("layers.0.up", 1, 2, 3, 4)
        .floats("layers.0.norm", 1, 1)
        .floats("layers.1.up", 1, 2, 3, 4)
        .floats("head", 9, 8);
  }

  private static TensorFiles tuned(float last) {
    return new TensorFiles()
        .floats("layers.0.up", 1, 2, 3, last)
        .floats("layers.0.norm", 1, 1)
        .floats("layers.1.up", 100, 2, 3, 4)
        .floats("tail", 3, 2);
  }

  @Start
  void show(Stage stage) {
    LibrarySources library =
        new LibrarySources(
            libraryFile,
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            List::of,
            ScanResultStore.NONE,
            new BaseStructures(new Folders(Map.of(), new Properties())));
    workspace =
        new Workspace(
            new TestEnvironment(folder).dialogs(dialogs).outside(Desktop.with(library)).build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        path + " is open", () -> workspace.context.selection().openDocument().isPresent());
  }

  private void run(FxRobot robot, Command command) {
    robot.interact(() -> workspace.context.commands().run(command));
  }

  private void compare(FxRobot robot, Path base, Path newer) {
    robot.interact(() -> workspace.opener.compare(base, newer, List.of()));
    expectComparison(base, newer);
  }

  private void expectComparison(Path base, Path newer) {
    TestWindow.assertEventually(
        () ->
            assertThat(
                    workspace
                        .comparison
                        .context()
                        .filter(
                            context -> context.compared().comparison().sideA().path().equals(base))
                        .filter(
                            context -> context.compared().comparison().sideB().path().equals(newer))
                        .filter(
                            context ->
                                context.compared().results().stateProperty().get()
                                    instanceof ScanState.Done)
                        .filter(context -> context.compared().results().isComplete()))
                .isPresent());
  }

  private PaneContext context() {
    return workspace.comparison.context().orElseThrow();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static String note(FxRobot robot) {
    return robot.lookup("#compare-notes .label").queryAs(Labeled.class).getText();
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible).isPresent();
  }

  /// Returns the names of the visible rows.
  private static List<String> rows(FxRobot robot) {
    return robot.lookup("#pairs-tree .name-cell").<TableCell<?, ?>>queryAll().stream()
        .filter(cell -> !cell.isEmpty() && cell.isVisible())
        .sorted(Comparator.comparingInt(IndexedCell::getIndex))
        .map(Labeled::getText)
        .toList();
  }

  private static <S> void sortBy(TableView<S> table, String id) {
    table
        .getSortOrder()
        .setAll(
            List.of(
                table.getColumns().stream()
                    .filter(column -> id.equals(column.getId()))
                    .findFirst()
                    .orElseThrow()));
  }

  private void type(FxRobot robot, String filter) {
    robot.interact(
        () -> robot.lookup("#pairs-filter").queryAs(TextInputControl.class).setText(filter));
  }

  private void expectRows(FxRobot robot, String... names) {
    TestWindow.assertEventually(() -> assertThat(rows(robot)).containsExactly(names));
  }

  private Menu recentMenu(FxRobot robot) {
    MenuBar bar = robot.lookup("#menu-bar").queryAs(MenuBar.class);
    return (Menu)
        bar.getMenus().getFirst().getItems().stream()
            .filter(item -> "menu-recent-comparisons".equals(item.getId()))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void openDocumentIsComparedWithAnotherAndDiffersAreListed(FxRobot robot) {
    open(robot, b);
    dialogs.file = Optional.of(a);

    run(robot, Command.COMPARE_WITH);
    robot.clickOn("#compare-a-file").clickOn("#compare-run");

    expectComparison(a, b);
    expectRows(robot, "head", "layers", "0.up", "1.up", "tail");
    assertThat(text(robot, "document-name")).isEqualTo("base ↔ tuned");
    assertThat(text(robot, "scan-chip")).isEqualTo("4 of 5 pairs differ");
    assertThat(text(robot, "pairs-chip-equal")).isEqualTo("Equal  1");
  }

  @Test
  void namesOfBothSidesAreVisibleInANarrowWindow(FxRobot robot) throws IOException {
    String name = "a-long-name-of-a-model-that-was-tuned-more-than-once-step-";
    Path one = base().write(folder.resolve(name + "1000.safetensors"));
    Path two = tuned(5).write(folder.resolve(name + "2000.safetensors"));
    compare(robot, one, two);

    robot.interact(() -> workspace.view.getScene().getWindow().setWidth(900));
    TestWindow.waitUntil("it is narrow", () -> workspace.view.getWidth() <= 900);

    for (String id : List.of("document-name", "document-folder")) {
      assertThat(robot.lookup("#" + id + " .text").queryText().getText()).contains("1000", "2000");
    }
  }

  @Test
  void filesOfTheSameNameAreDistinguishedByTheirFolders(FxRobot robot) throws IOException {
    String rest = "x".repeat(60) + "/model.safetensors";
    Path one = folder.resolve("one").resolve(rest);
    Path two = folder.resolve("two").resolve(rest);
    Files.createDirectories(one.getParent());
    Files.createDirectories(two.getParent());
    compare(robot, base().write(one), tuned(5).write(two));

    assertThat(text(robot, "document-name")).isEqualTo("one/…/model ↔ two/…/model");
    assertThat(text(robot, "document-folder")).matches("A \\(base\\): .*/one/.* and B: .*/two/.*");
    assertThat(robot.lookup("#compare-path-a .compare-side").queryLabeled().getText())
        .isEqualTo("A (base)");
  }

  @Test
  void comparingWithoutADocumentRequestsBothFiles(FxRobot robot) {
    dialogs.file = Optional.of(b);

    run(robot, Command.COMPARE_WITH);
    assertThat(robot.lookup("#compare-run").query().isDisabled()).isTrue();
    robot.clickOn("#compare-a-file").clickOn("#compare-b-file").clickOn("#compare-run");

    expectComparison(b, b);
    TestWindow.waitUntil(
        "all are equal", () -> text(robot, "pairs-empty").equals("All pairs are equal"));
    assertThat(robot.lookup("A and B are the same file.").tryQuery()).isPresent();
  }

  @Test
  void paletteLeadsToTheComparison(FxRobot robot) {
    open(robot, b);
    dialogs.file = Optional.of(a);
    robot.push(KeyCode.CONTROL, KeyCode.K);
    robot.write("compare");
    robot.push(KeyCode.ENTER);
    robot.clickOn("#compare-a-file").clickOn("#compare-run");

    expectComparison(a, b);
  }

  @Test
  void droppedFileIsComparedWhereThePersonChoosesSo(FxRobot robot) {
    open(robot, a);
    robot.interact(() -> workspace.dropped(List.of(b)));
    assertThat(workspace.context.selection().openDocument()).isPresent();

    robot.clickOn("#drop-compare");

    expectComparison(a, b);
    assertThat(isShown(robot, "drop-choice")).isFalse();
  }

  @Test
  void droppedFileIsOpenedWhereThePersonChoosesSo(FxRobot robot) {
    open(robot, a);
    robot.interact(() -> workspace.dropped(List.of(b)));
    // Otherwise, the first underscore of the name would vanish.
    assertThat(robot.lookup("#drop-open").queryLabeled().isMnemonicParsing()).isFalse();
    robot.clickOn("#drop-open");

    TestWindow.assertEventually(
        () -> assertThat(text(robot, "document-name")).isEqualTo("tuned.safetensors"));
  }

  @Test
  void twoFilesDroppedOnTheStartPageAreCompared(FxRobot robot) {
    robot.interact(() -> workspace.dropped(List.of(a, b)));
    robot.clickOn("#drop-compare");

    expectComparison(a, b);
  }

  @Test
  void twoModelsOfTheLibraryAreCompared(FxRobot robot) {
    dialogs.folder = Optional.of(folder);
    robot.clickOn("#library-add-folder");
    TestWindow.waitUntil(
        "both are listed",
        () ->
            robot.lookup("base").tryQuery().isPresent()
                && robot.lookup("tuned").tryQuery().isPresent());

    robot.rightClickOn("base").clickOn("Choose for a comparison");
    robot.clickOn("tuned");
    robot.clickOn("#library-compare-run");

    expectComparison(a, b);
  }

  @Test
  void recentComparisonsAreInTheMenuOnTheStartPageAndInThePalette(FxRobot robot)
      throws IOException {
    compare(robot, a, b);
    TestWindow.waitUntil("it is kept", () -> !recentMenu(robot).getItems().isEmpty());
    assertThat(libraryFile.comparisons()).containsExactly(new RecentComparison(a, b));
    assertThat(
            recentMenu(robot).getItems().stream().map(MenuItem::getText).findFirst().orElseThrow())
        .contains("base.safetensors", "tuned.safetensors");

    run(robot, Command.CLOSE);
    TestWindow.waitUntil("it is offered", () -> isShown(robot, "library-compare"));
    robot.clickOn("#library-compare .hyperlink");
    expectComparison(a, b);

    run(robot, Command.CLOSE);
    robot.interact(() -> workspace.openPalette("tuned"));
    TestWindow.waitUntil(
        "the palette has it", () -> robot.lookup("Recent comparison").tryQuery().isPresent());
    robot.push(KeyCode.ENTER);
    expectComparison(a, b);
  }

  @Test
  void sessionRemembersBothSides(FxRobot robot) {
    compare(robot, a, b);
    RememberedDocument remembered = workspace.state.remembered().orElseThrow();
    run(robot, Command.CLOSE);

    robot.interact(() -> workspace.state.open(remembered));

    expectComparison(a, b);
  }

  @Test
  void chipsWordsAndHeadsChangeTheRows(FxRobot robot) {
    compare(robot, a, b);

    robot.clickOn("#pairs-chip-equal");
    expectRows(robot, "head", "layers", "0", "norm", "up", "1.up", "tail");
    type(robot, "l2>1");
    expectRows(robot, "layers.1.up");
    type(robot, "");
    TableView<?> table = robot.lookup("#pairs-tree").queryTableView();
    robot.interact(() -> sortBy(table, "column-l2"));
    expectRows(robot, "layers.1.up", "layers.0.up", "layers.0.norm", "head", "tail");
  }

  @Test
  void swapTurnsTheSidesAndKeepsPlaceAndFilter(FxRobot robot) {
    compare(robot, a, b);
    type(robot, "up");
    robot.interact(
        () ->
            context()
                .compared()
                .selection()
                .select(
                    context().compared().comparison().pairNamed("layers.1.up").orElseThrow(), 2));

    run(robot, Command.SWAP_SIDES);

    expectComparison(b, a);
    assertThat(context().compared().selection().filterProperty().get()).isEqualTo("up");
    assertThat(context().compared().selection().selected().orElseThrow().name())
        .isEqualTo("layers.1.up");
    assertThat(context().compared().selection().elementProperty().get()).hasValue(2);
    assertThat(change("head")).isEqualTo(Change.ADDED);
    assertThat(
            context()
                .compared()
                .comparison()
                .a()
                .checkpoint()
                .tensors()
                .getFirst()
                .data()
                .orElseThrow())
        .as("the files stay open")
        .isNotNull();
  }

  private Change change(String name) {
    return context()
        .compared()
        .results()
        .change(context().compared().comparison().pairNamed(name).orElseThrow());
  }

  private void chooseInMenu(FxRobot robot, String name, String item) {
    robot.interact(
        () ->
            context()
                .compared()
                .selection()
                .select(context().compared().comparison().pairNamed(name).orElseThrow()));
    robot.interact(
        () -> {
          TableView<?> table = robot.lookup("#pairs-tree").queryTableView();
          table.getContextMenu().getOnShowing().handle(null);
          table.getContextMenu().getItems().stream()
              .filter(each -> item.equals(each.getId()))
              .filter(each -> !each.isDisable() && each.isVisible())
              .findFirst()
              .orElseThrow()
              .fire();
        });
  }

  @Test
  void pairIsCreatedByHandAndRemoved(FxRobot robot) {
    compare(robot, a, b);
    chooseInMenu(robot, "head", "pairs-choose");
    chooseInMenu(robot, "tail", "pairs-pair");
    TestWindow.waitUntil(
        "they are a pair", () -> context().compared().comparison().pairs().size() == 4);
    expectComparison(a, b);
    ComparisonDocument paired = context().compared().comparison();
    assertThat(paired.pairs().get(paired.pairNamed("head").orElseThrow()).by())
        .contains(PairedBy.HAND);
    assertThat(change("head")).isEqualTo(Change.VALUES);

    chooseInMenu(robot, "head", "pairs-unpair");

    TestWindow.waitUntil(
        "they are apart", () -> context().compared().comparison().pairs().size() == 5);
    assertThat(change("head")).isEqualTo(Change.REMOVED);
    assertThat(change("tail")).isEqualTo(Change.ADDED);
  }

  @Test
  void sideChangedOnDiskIsReportedAndReloaded(FxRobot robot) throws IOException {
    compare(robot, a, b);
    type(robot, "up");
    Path next = tuned(4).floats("more", 1).write(folder.resolve("next"));
    Files.move(next, b, StandardCopyOption.REPLACE_EXISTING);
    TestWindow.waitUntil("it is reported", () -> isShown(robot, "reload-bar"));
    assertThat(text(robot, "reload-sentence")).contains("tuned.safetensors");

    robot.clickOn("#reload-reload");

    TestWindow.waitUntil(
        "it is read again", () -> context().compared().comparison().pairNamed("more").isPresent());
    expectComparison(a, b);
    assertThat(change("layers.0.up")).isEqualTo(Change.EQUAL);
    assertThat(context().compared().selection().filterProperty().get()).isEqualTo("up");
  }

  @Test
  void truncatedSideIsComparedPartlyAndReported(FxRobot robot) throws IOException {
    byte[] bytes = Files.readAllBytes(b);
    Files.write(b, Arrays.copyOf(bytes, bytes.length - 20));

    compare(robot, a, b);

    assertThat(change("layers.0.up")).isEqualTo(Change.VALUES);
    assertThat(change("layers.1.up")).isEqualTo(Change.UNREADABLE);
    assertThat(note(robot)).startsWith("In B: ").contains("tuned.safetensors");
  }

  @Test
  void sideThatIsNoCheckpointAtAllSaysWhatItIs(FxRobot robot) throws IOException {
    Files.writeString(b, "<!DOCTYPE html><html><body>Not found</body></html>");

    compare(robot, a, b);

    assertThat(change("head")).isEqualTo(Change.UNREADABLE);
    assertThat(note(robot)).contains("web page");
  }

  @Test
  void missingSideIsNamed(FxRobot robot) {
    Path missing = folder.resolve("gone.safetensors");
    robot.interact(() -> workspace.opener.compare(a, missing, List.of()));

    TestWindow.waitUntil(
        "it is reported",
        () ->
            workspace.context.selection().documentProperty().get()
                    instanceof DocumentState.Failed failed
                && failed.path().equals(missing));
    assertThat(text(robot, "start-sentence")).contains("gone.safetensors");
  }

  @Test
  void hardLinkIsKnownToBeTheSameFile(FxRobot robot) throws IOException {
    Path link = Files.createLink(folder.resolve("other.safetensors"), a);

    compare(robot, a, link);

    assertThat(context().compared().comparison().isSame()).isTrue();
    assertThat(text(robot, "scan-chip")).isEqualTo("0 of 4 pairs differ");
  }

  /// The headless robot sends no held keys with mouse events, and its presses are pop-up triggers,
  /// which column headers ignore.
  private static void press(
      FxRobot robot, Node at, EventType<MouseEvent> type, boolean isControlDown) {
    boolean isDown = type == MouseEvent.MOUSE_PRESSED;
    MouseEvent event =
        new MouseEvent(
            type,
            1,
            1,
            1,
            1,
            MouseButton.PRIMARY,
            1,
            false,
            isControlDown,
            false,
            false,
            isDown,
            false,
            false,
            false,
            false,
            true,
            new PickResult(at, 1, 1));
    robot.interact(() -> at.fireEvent(event));
  }

  @Test
  void clickedHeadSortsByRelativeL2(FxRobot robot) {
    compare(robot, a, b);
    type(robot, "");

    Node head = robot.from(robot.lookup("#pairs-tree")).lookup("#column-l2").query();
    press(robot, head, MouseEvent.MOUSE_PRESSED, false);
    press(robot, head, MouseEvent.MOUSE_RELEASED, false);

    expectRows(robot, "layers.1.up", "layers.0.up", "layers.0.norm", "head", "tail");
  }

  @Test
  void headOfNamesHasNoArrowThatTheTreeDoesNotFollow(FxRobot robot) {
    compare(robot, a, b);
    TableView<?> tree = robot.lookup("#pairs-tree").queryTableView();
    Node head = robot.from(robot.lookup("#pairs-tree")).lookup("#column-name").query();

    for (int arrows : new int[] {1, 0}) {
      press(robot, head, MouseEvent.MOUSE_PRESSED, false);
      press(robot, head, MouseEvent.MOUSE_RELEASED, false);
      assertThat(tree.getSortOrder()).hasSize(arrows);
      expectRows(robot, "head", "layers", "0.up", "1.up", "tail");
    }
  }

  @Test
  void secondModelThatIsClickedWithTheKeyForMoreIsCompared(FxRobot robot) {
    dialogs.folder = Optional.of(folder);
    robot.clickOn("#library-add-folder");
    TestWindow.waitUntil(
        "both are listed",
        () ->
            robot.lookup("base").tryQuery().isPresent()
                && robot.lookup("tuned").tryQuery().isPresent());

    robot.clickOn("base");
    press(robot, robot.lookup("tuned").query(), MouseEvent.MOUSE_PRESSED, true);
    robot.clickOn("#library-selection-compare");

    expectComparison(a, b);
  }

  @Test
  void shownSidesSurviveASwapAndTheSession(FxRobot robot) {
    compare(robot, a, b);
    robot.interact(() -> context().compared().selection().sidesProperty().set(ShownSides.DELTA));

    run(robot, Command.SWAP_SIDES);
    expectComparison(b, a);
    assertThat(context().compared().selection().sidesProperty().get()).isEqualTo(ShownSides.DELTA);

    RememberedDocument remembered = workspace.state.remembered().orElseThrow();
    run(robot, Command.CLOSE);
    robot.interact(() -> workspace.state.open(remembered));
    expectComparison(b, a);
    assertThat(context().compared().selection().sidesProperty().get()).isEqualTo(ShownSides.DELTA);
  }

  @Test
  void manualPairsSurviveReloadSwapAndSession(FxRobot robot) {
    compare(robot, a, b);
    chooseInMenu(robot, "head", "pairs-choose");
    chooseInMenu(robot, "tail", "pairs-pair");
    TestWindow.waitUntil(
        "they are a pair", () -> context().compared().comparison().pairs().size() == 4);
    chooseInMenu(robot, "layers.0.up", "pairs-unpair");
    TestWindow.waitUntil(
        "they are apart", () -> context().compared().comparison().pairs().size() == 5);
    ComparisonDocument before = context().compared().comparison();

    run(robot, Command.RELOAD);
    TestWindow.waitUntil("it is read again", () -> context().compared().comparison() != before);
    expectComparison(a, b);
    assertThat(change("head")).isEqualTo(Change.VALUES);
    assertThat(change("layers.0.up")).isEqualTo(Change.REMOVED);

    run(robot, Command.SWAP_SIDES);
    expectComparison(b, a);
    RememberedDocument remembered = workspace.state.remembered().orElseThrow();
    run(robot, Command.CLOSE);
    robot.interact(() -> workspace.state.open(remembered));
    expectComparison(b, a);
    assertThat(context().compared().comparison().pairs()).hasSize(5);
    assertThat(change("tail")).isEqualTo(Change.VALUES);
  }

  @Test
  void moreBytesThanAreScannedByThemselvesWaitForThePerson(FxRobot robot) {
    robot.interact(
        () ->
            workspace
                .environment
                .settings()
                .change(settings -> settings.withAutoScanLimitBytes(10)));
    robot.interact(() -> workspace.opener.compare(a, b, List.of()));
    TestWindow.waitUntil("it is open", () -> text(robot, "scan-chip").equals("Not compared"));

    run(robot, Command.SCAN_VALUES);
    expectComparison(a, b);

    run(robot, Command.SWAP_SIDES);
    expectComparison(b, a);
  }

  @Test
  void comparisonOfHugeFilesIsStoppedAndWhatIsNotKnownIsNotClaimed(FxRobot robot) {
    long bytes = 200L << 30;
    Path huge = SparseFiles.write(folder.resolve("huge.safetensors"), Dtype.U8, Map.of(), bytes);
    Path other =
        SparseFiles.write(
            folder.resolve("other.safetensors"), Dtype.U8, Map.of(0L, new byte[] {1}), bytes);
    robot.interact(() -> workspace.opener.compare(huge, other, List.of()));
    TestWindow.waitUntil("it is open", () -> text(robot, "scan-chip").equals("Not compared"));
    run(robot, Command.SCAN_VALUES);
    TestWindow.waitUntil(
        "it runs", () -> workspace.context.commands().isEnabled(Command.STOP_SCAN));

    run(robot, Command.STOP_SCAN);

    TestWindow.waitUntil(
        "nothing runs any more", () -> workspace.context.jobs().running().isEmpty());
    assertThat(context().compared().results().result(0)).isEmpty();
    assertThat(text(robot, "scan-chip")).isEqualTo("Stopped: 0 of 1 pairs compared");
  }

  @Test
  void equalPairsShareAResult(FxRobot robot) throws IOException {
    TensorFiles twice = new TensorFiles().floats("x", 1, 2).floats("y", 3, 4);
    Path one = twice.write(folder.resolve("one.safetensors"));
    Path copy = Files.copy(one, folder.resolve("copy.safetensors"));

    compare(robot, one, copy);

    assertThat(context().compared().results().result(0).orElseThrow())
        .isSameAs(context().compared().results().result(1).orElseThrow());
  }
}
