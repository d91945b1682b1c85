package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import javafx.css.PseudoClass;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// A selection in one place is shown in all others, and the user can return to earlier places.
@ExtendWith(StageExtension.class)
class SelectionJourneyTest {

  private static final Duration PAUSE = Duration.ofMillis(450);
  private static final int BYTES = 40_000;

  @TempDir private Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1000, 1000);
  }

  @BeforeEach
  void openFile(FxRobot robot) throws IOException {
    Path path =
        new TensorFiles()
            .tensor("head.weight", Dtype.F32, new byte[BYTES], BYTES / 4)
            .tensor("model.layers.0.bias", Dtype.F32, new byte[BYTES], BYTES / 4)
            .tensor("model.layers.0.weight", Dtype.F32, new byte[BYTES], BYTES / 4)
            .tensor("model.layers.1.weight", Dtype.F16, new byte[BYTES], BYTES / 2)
            .write(folder.resolve("a.safetensors"));
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        "the overview is there", () -> robot.lookup("#treemap").tryQuery().isPresent());
    pause();
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  /// Waits so that the next move is recorded separately. Quick moves are merged into one.
  private static void pause() {
    long end = System.nanoTime() + PAUSE.toNanos();
    TestWindow.waitUntil("a run of quick moves is over", () -> System.nanoTime() > end);
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private String selected() {
    return workspace
        .context
        .selection()
        .tensorProperty()
        .get()
        .map(tensor -> tensor.info().name())
        .orElse("");
  }

  private String treeRow(FxRobot robot) {
    TableView<?> tree = robot.lookup("#tensor-tree").queryTableView();
    int index = tree.getSelectionModel().getSelectedIndex();
    return robot.lookup("#tensor-tree .table-row-cell").queryAll().stream()
        .filter(node -> node instanceof TableRow<?> row && row.getIndex() == index)
        .map(node -> node.lookup(".name-cell"))
        .map(Labeled.class::cast)
        .map(Labeled::getText)
        .findFirst()
        .orElse("");
  }

  private static String breadcrumb(FxRobot robot) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; robot.lookup("#crumb-" + i).tryQuery().isPresent(); i++) {
      joined.append(joined.isEmpty() ? "" : "/").append(text(robot, "crumb-" + i));
    }
    return joined.toString();
  }

  private long caret() {
    return workspace.context.selection().caretProperty().get().map(Caret::byteOffset).orElseThrow();
  }

  private long begin(String name) {
    TensorRef tensor =
        workspace
            .context
            .selection()
            .openDocument()
            .orElseThrow()
            .checkpoint()
            .tensor(name)
            .orElseThrow();
    return tensor.data().orElseThrow().range().begin();
  }

  private static String map(FxRobot robot) {
    return robot.lookup("#file-map").query().getAccessibleText();
  }

  private PaneDescriptor pane() {
    return workspace.view.panes.shown();
  }

  private void expectEverywhere(FxRobot robot, String name, String expectedPath) {
    TestWindow.waitUntil(name + " is selected", () -> selected().equals(name));
    assertThat(caret()).isEqualTo(begin(name));
    assertThat(breadcrumb(robot)).isEqualTo("a.safetensors/" + expectedPath);
    assertThat(map(robot)).contains(name);
    assertThat(treeRow(robot)).isNotEmpty();
    assertThat(name).endsWith(treeRow(robot));
    assertThat(robot.lookup("#hex-canvas").query().getAccessibleText())
        .contains(Long.toHexString(begin(name) / 16 * 16).toUpperCase());
  }

  @Test
  void rowOfTheTreeIsFollowedEverywhere(FxRobot robot) {
    robot.clickOn("bias");

    expectEverywhere(robot, "model.layers.0.bias", "model/layers/0/bias");
  }

  @Test
  void fileMapIsFollowedEverywhere(FxRobot robot) {
    Node node = robot.lookup("#file-map").query();
    Bounds strip = node.localToScreen(node.getBoundsInLocal());
    robot.clickOn(
        strip.getMinX() + strip.getWidth() * 0.625, strip.getMinY() + strip.getHeight() / 2);
    TestWindow.waitUntil("a tensor is selected", () -> !selected().isEmpty());
    assertThat(caret()).isNotEqualTo(begin(selected()));

    robot.push(KeyCode.END);
    robot.push(KeyCode.LEFT);

    expectEverywhere(robot, "model.layers.0.weight", "model/layers/0/weight");
  }

  @Test
  void offsetIsFollowedEverywhereAlsoIntoClosedGroups(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.L);

    robot.push(KeyCode.CONTROL, KeyCode.G).write(Long.toString(begin("model.layers.1.weight")));
    robot.push(KeyCode.ENTER);

    expectEverywhere(robot, "model.layers.1.weight", "model/layers/1/weight");
  }

  @Test
  void crumbSelectsItsGroupInTreeAndTreemap(FxRobot robot) {
    robot.clickOn("bias");
    robot.clickOn("#crumb-2");

    TestWindow.waitUntil("the group is marked", () -> treeRow(robot).equals("model.layers"));
    assertThat(breadcrumb(robot)).isEqualTo("a.safetensors/model/layers");
    assertThat(selected()).isEmpty();
    robot.push(KeyCode.CONTROL, KeyCode.DIGIT1);
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "treemap-summary")).startsWith("model.layers · 3 tensors"));
  }

  @Test
  void groupRowUpdatesTheBreadcrumb(FxRobot robot) {
    robot.clickOn("model.layers");

    TestWindow.waitUntil(
        "the way is shown", () -> breadcrumb(robot).equals("a.safetensors/model/layers"));
    assertThat(pane()).isEqualTo(OverviewPane.DESCRIPTOR);
  }

  @Test
  void treemapIsFollowedAndStaysAndOpensTheNumbers(FxRobot robot) {
    Node treemap = robot.lookup("#treemap").query();
    robot.interact(() -> workspace.context.commands().run(Command.TOGGLE_BYTES));
    robot.interact(treemap::requestFocus);
    robot.push(KeyCode.HOME).push(KeyCode.SPACE);

    TestWindow.waitUntil("a tensor is selected", () -> !selected().isEmpty());
    String name = selected();
    assertThat(pane()).isEqualTo(OverviewPane.DESCRIPTOR);
    expectEverywhere(robot, name, name.replace('.', '/'));

    robot.interact(treemap::requestFocus);
    robot.push(KeyCode.ENTER);
    boolean zoomed = !text(robot, "treemap-root").equals("Whole document");
    assertThat(zoomed || pane() == HistogramPane.DESCRIPTOR).isTrue();
  }

  @Test
  void backAndForwardLeadThroughPlacesAndPanes(FxRobot robot) {
    robot.clickOn("bias");
    pause();
    assertThat(pane()).isEqualTo(HistogramPane.DESCRIPTOR);
    robot.push(KeyCode.CONTROL, KeyCode.DIGIT2);
    robot.interact(() -> workspace.context.commands().run(Command.TOGGLE_BYTES));
    robot.interact(() -> workspace.selectTensor("head.weight"));
    pause();

    robot.clickOn("#go-back");
    expectEverywhere(robot, "model.layers.0.bias", "model/layers/0/bias");
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(selected()).isEmpty();
    assertThat(pane()).isEqualTo(OverviewPane.DESCRIPTOR);
    assertThat(robot.lookup("#go-back").queryAs(Button.class).isDisabled()).isTrue();

    robot.push(KeyCode.ALT, KeyCode.RIGHT);
    assertThat(pane()).isEqualTo(MetadataPane.DESCRIPTOR);
    robot.clickOn("#go-forward");
    expectEverywhere(robot, "head.weight", "head/weight");
    assertThat(robot.lookup("#go-forward").queryAs(Button.class).isDisabled()).isTrue();
  }

  @Test
  void buttonsOfTheMouseGoBackAndForward(FxRobot robot) {
    robot.interact(() -> workspace.selectTensor("head.weight"));
    pause();

    robot.interact(() -> press(robot, MouseButton.BACK));
    assertThat(selected()).isEmpty();
    robot.interact(() -> press(robot, MouseButton.FORWARD));
    assertThat(selected()).isEqualTo("head.weight");
  }

  private static void press(FxRobot robot, MouseButton button) {
    Node node = robot.lookup("#tensor-tree").query();
    node.fireEvent(
        new MouseEvent(
            MouseEvent.MOUSE_PRESSED,
            0,
            0,
            0,
            0,
            button,
            1,
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            button == MouseButton.BACK,
            button == MouseButton.FORWARD,
            false,
            false,
            true,
            null));
  }

  @Test
  void tensorThatAFilterHidesIsMarkedNowhereAndTheFilterStays(FxRobot robot) {
    robot.clickOn("#tree-filter").write("head");
    TestWindow.waitUntil(
        "the filter has found", () -> text(robot, "tree-count").startsWith("1 of "));
    robot.clickOn("head.weight");

    robot.interact(() -> workspace.selectTensor("model.layers.0.bias"));

    TableView<?> tree = robot.lookup("#tensor-tree").queryTableView();
    assertThat(tree.getSelectionModel().isEmpty()).isTrue();
    assertThat(text(robot, "tree-count")).startsWith("1 of ");
    assertThat(breadcrumb(robot)).isEqualTo("a.safetensors/model/layers/0/bias");
  }

  @Test
  void findingsOfTheSelectedTensorAreMarkedAndLeadToIt(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.R);
    robot.push(KeyCode.CONTROL, KeyCode.DIGIT6);
    TestWindow.waitUntil(
        "the findings are there", () -> !robot.lookup(".finding-cell:filled").queryAll().isEmpty());

    robot.interact(() -> workspace.selectTensor("model.layers.0.bias"));
    TestWindow.waitUntil(
        "the finding is marked",
        () ->
            robot.lookup(".finding-cell").queryAll().stream()
                    .filter(
                        cell ->
                            cell.getPseudoClassStates()
                                .contains(PseudoClass.getPseudoClass("concerned")))
                    .count()
                == 1);

    robot.clickOn("model.layers.1.weight");
    expectEverywhere(robot, "model.layers.1.weight", "model/layers/1/weight");
  }

  @Test
  void valueUnderTheCaretIsMarkedOnTheHistogram(FxRobot robot) {
    robot.clickOn("bias");

    TestWindow.waitUntil(
        "the value is marked", () -> text(robot, "histogram-caret").startsWith("[0]"));

    robot.interact(
        () ->
            workspace
                .context
                .selection()
                .placeCaret(
                    workspace.context.selection().caretProperty().get().orElseThrow().file(),
                    begin("model.layers.0.bias") + 8));
    TestWindow.assertEventually(() -> assertThat(text(robot, "histogram-caret")).startsWith("[2]"));
  }
}
