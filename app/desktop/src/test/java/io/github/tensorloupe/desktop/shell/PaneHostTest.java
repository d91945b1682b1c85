package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.comparison.metadata.MetadataPairsView;
import io.github.tensorloupe.desktop.pane.comparison.sides.SidesView;
import io.github.tensorloupe.desktop.pane.comparison.summary.SummaryView;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.pane.values.ValuesView;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class PaneHostTest {

  /// All panes except two: the file is not an adapter and contains no pickle.
  private static final int OFFERED = Panes.FILE.size() - 2;

  @TempDir Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1200, 800);
    workspace.opener.open(
        new TensorFiles()
            .tensor("weight", Dtype.F32, new byte[64], 4, 4)
            .metadata("modelspec.title", "Harbor")
            .write(folder.resolve("a.safetensors")));
  }

  @BeforeEach
  void waitForTheFile() {
    TestWindow.waitUntil(
        "the file is open", () -> workspace.context.selection().openDocument().isPresent());
  }

  private static long tabCount(FxRobot robot) {
    return robot.lookup("#detail-tabs").queryAs(TabPane.class).getTabs().size();
  }

  private void run(FxRobot robot, Command command) {
    robot.interact(() -> workspace.context.commands().run(command));
  }

  @Test
  void paneNextToTheTabsFollowsTheSelection(FxRobot robot) {
    robot.clickOn("#tab-values", MouseButton.SECONDARY).clickOn("#tab-menu-values-pane-beside");
    robot.interact(() -> workspace.selectTensor("weight"));

    TestWindow.waitUntil(
        "the values are shown",
        () -> robot.lookup("#beside-values #values-grid").tryQuery().isPresent());
    assertThat(workspace.view.panes.shown()).isEqualTo(HistogramPane.DESCRIPTOR);
    assertThat(workspace.view.panes.isShown(ValuesView.DESCRIPTOR)).isTrue();
    assertThat(tabCount(robot)).isEqualTo(OFFERED - 1);
  }

  @Test
  void tabsStayOnTheOverviewWithTheHistogramNextToThem(FxRobot robot) {
    robot.interact(() -> workspace.view.panes.moveToSide(HistogramPane.DESCRIPTOR));
    robot.interact(() -> workspace.selectTensor("weight"));

    assertThat(workspace.view.panes.shown()).isEqualTo(OverviewPane.DESCRIPTOR);
  }

  @Test
  void paneNextToTheTabsIsFocusedByKeysAndReturnedByItsButton(FxRobot robot) {
    robot.interact(() -> workspace.selectTensor("weight"));
    robot.interact(() -> workspace.view.panes.moveToSide(ValuesView.DESCRIPTOR));
    robot.interact(() -> workspace.view.focusDocument());

    robot.push(KeyCode.CONTROL, KeyCode.DIGIT3);

    Node focused = workspace.view.getScene().getFocusOwner();
    assertThat(robot.lookup("#beside-values").query().lookupAll("*")).contains(focused);

    robot.clickOn("#beside-back-values");

    assertThat(robot.lookup("#beside-values").tryQuery()).isEmpty();
    assertThat(workspace.view.panes.shown()).isEqualTo(ValuesView.DESCRIPTOR);
    assertThat(tabCount(robot)).isEqualTo(OFFERED);
  }

  @Test
  void paneReturnsWhenItsWindowIsClosed(FxRobot robot) {
    run(robot, Command.SHOW_PROBLEMS);
    run(robot, Command.PANE_WINDOW);
    Stage own = paneWindow("problems");

    assertThat(own.getTitle()).contains("Problems").contains("a.safetensors");
    robot.interact(own::requestFocus).push(KeyCode.CONTROL, KeyCode.W);

    assertThat(tabCount(robot)).isEqualTo(OFFERED);
  }

  @Test
  void theWindowOfAPaneClosesWithTheDocument(FxRobot robot) {
    run(robot, Command.SHOW_PROBLEMS);
    run(robot, Command.PANE_WINDOW);
    run(robot, Command.CLOSE);

    assertThat(Window.getWindows()).hasSize(1);
  }

  @Test
  void commandWithAPanelBringsTheDocumentToTheFront(FxRobot robot) {
    AtomicInteger fronted = new AtomicInteger();
    run(robot, Command.SHOW_PROBLEMS);
    run(robot, Command.PANE_WINDOW);
    Stage own = paneWindow("problems");
    robot.interact(() -> workspace.view.panes.setToFront(fronted::incrementAndGet));

    robot.interact(own::requestFocus).push(KeyCode.CONTROL, KeyCode.DIGIT1);
    assertThat(fronted).hasValue(0);

    robot.interact(own::requestFocus).push(KeyCode.CONTROL, KeyCode.COMMA);
    assertThat(fronted).hasValue(1);
  }

  @Test
  void aKeyChosenInThePaletteTurnsToTheMetadataAlsoInAWindowThatIsPutAway(FxRobot robot) {
    run(robot, Command.SHOW_METADATA);
    run(robot, Command.PANE_WINDOW);
    Stage own = paneWindow("metadata");
    robot.interact(() -> workspace.openPalette("modelspec.title"));
    TestWindow.waitUntil("the search is over", () -> workspace.context.jobs().running().isEmpty());
    robot.interact(() -> own.setIconified(true));

    robot.interact(
        () ->
            workspace
                .view
                .lookup("#palette-text")
                .fireEvent(
                    new KeyEvent(
                        KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false)));

    assertThat(own.isIconified()).isFalse();
  }

  @Test
  void theLastTabStays(FxRobot robot) {
    robot.interact(() -> Panes.FILE.forEach(workspace.view.panes::moveToSide));

    assertThat(tabCount(robot)).isOne();
    assertThat(workspace.context.commands().isEnabled(Command.PANE_BESIDE)).isFalse();
  }

  @Test
  void panesNextToTheTabsAreRestoredWithTheNextDocument(FxRobot robot) {
    robot.interact(() -> workspace.view.panes.moveToSide(HistogramPane.DESCRIPTOR));
    run(robot, Command.CLOSE);

    assertThat(workspace.state.arrangement().sidePanes()).isEqualTo(List.of("histogram"));

    robot.interact(() -> workspace.opener.open(folder.resolve("a.safetensors")));
    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("#beside-histogram").tryQuery()).isPresent());
  }

  private void compare(FxRobot robot) throws IOException {
    Path b =
        new TensorFiles()
            .tensor("weight", Dtype.F32, new byte[64], 4, 4)
            .floats("bias", 1, 2)
            .write(folder.resolve("b.safetensors"));
    robot.interact(() -> workspace.opener.compare(folder.resolve("a.safetensors"), b, List.of()));
    TestWindow.waitUntil(
        "all is compared",
        () ->
            workspace
                .comparison
                .context()
                .filter(it -> it.compared().results().isComplete())
                .isPresent());
    robot.interact(() -> workspace.selectTensor("weight"));
  }

  @Test
  void tabsOfAComparisonReplaceTheTabsOfTheDocument(FxRobot robot) throws IOException {
    compare(robot);

    TabPane tabs = robot.lookup("#detail-tabs").queryAs(TabPane.class);
    assertThat(tabs.getTabs())
        .extracting(Tab::getText)
        .containsExactly(
            "Overview", "Metadata", "Values", "Heat map", "Histogram", "Bytes", "Layers");
    assertThat(workspace.view.panes.shown()).isEqualTo(SummaryView.DESCRIPTOR);

    robot.interact(() -> workspace.opener.open(folder.resolve("a.safetensors")));
    TestWindow.waitUntil("the file is open again", () -> tabCount(robot) == OFFERED);
    assertThat(workspace.view.panes.shown()).isEqualTo(OverviewPane.DESCRIPTOR);
  }

  @Test
  void paneOfAComparisonNextToTheTabsShowsTheSelectedPair(FxRobot robot) throws IOException {
    compare(robot);
    robot
        .clickOn("#comparison-tab-values", MouseButton.SECONDARY)
        .clickOn("#comparison-tab-menu-values-pane-beside");

    assertThat(robot.lookup("#beside-values #sides-values").tryQuery()).isPresent();
    assertThat(workspace.view.panes.isShown(SidesView.VALUES)).isTrue();
    assertThat(tabCount(robot)).isEqualTo(Panes.COMPARISON.size() - 2);

    run(robot, Command.CLOSE);
    assertThat(robot.lookup("#beside-values").tryQuery()).isEmpty();
  }

  @Test
  void windowOfAComparisonPaneStaysWhenTheSidesAreSwapped(FxRobot robot) throws IOException {
    compare(robot);
    run(robot, Command.SHOW_HISTOGRAM);
    run(robot, Command.PANE_WINDOW);
    Stage own = paneWindow("histogram");
    run(robot, Command.SHOW_METADATA);
    assertThat(own.getTitle()).contains("Histogram").contains("a ↔ b");
    Node before = own.getScene().lookup("#sides-histogram");

    run(robot, Command.SWAP_SIDES);

    TestWindow.waitUntil(
        "the sides are swapped", () -> own.getTitle().contains("b ↔ a") && own.isShowing());
    assertThat(own.getScene().lookup("#sides-histogram")).isNotNull().isNotSameAs(before);
    assertThat(workspace.view.panes.shown()).isEqualTo(MetadataPairsView.DESCRIPTOR);

    run(robot, Command.CLOSE);
    assertThat(own.isShowing()).isFalse();
  }

  private static Stage paneWindow(String id) {
    return Window.getWindows().stream()
        .filter(each -> each.getScene().lookup("#pane-window-" + id) != null)
        .map(Stage.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
