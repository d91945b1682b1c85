package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.foreign.pickle.PickleListing.Line;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.testing.TorchFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Looks into pickles in the whole window.
@ExtendWith(StageExtension.class)
class PickleJourneyTest {

  /// A dictionary with a number, a list that contains itself, and the result of a call.
  private static final String DANGEROUS =
      "\u0080\u0002}(U\u0002lrK\u0007U\u0004selfq\u0001]q\u0002h\u0002aU\u0001xcos\n"
          + "system\n"
          + "U\u0002id\u0085Ru.";

  @TempDir private Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1200, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void open(FxRobot robot, Path file) {
    robot.interact(() -> workspace.open(file));
    TestWindow.waitUntil(
        "the file is open", () -> workspace.context.selection().openDocument().isPresent());
  }

  private void openPickle(FxRobot robot, String pickle) throws IOException {
    show(robot, "a.pkl", pickle.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void show(FxRobot robot, String name, byte[] bytes) throws IOException {
    open(robot, Files.write(folder.resolve(name), bytes));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_PICKLE));
  }

  private static TreeTableView<?> showValues(FxRobot robot) {
    robot.clickOn("#pickle-values");
    TestWindow.waitUntil(
        "the values are shown",
        () ->
            robot
                .lookup("#pickle-values.tree-table-view")
                .<TreeTableView<?>>tryQuery()
                .filter(each -> each.getRoot() != null)
                .isPresent());
    return robot.lookup("#pickle-values.tree-table-view").query();
  }

  private static List<String> rows(TreeTableView<?> tree) {
    return IntStream.range(0, tree.getExpandedItemCount())
        .mapToObj(row -> rowOf(tree, row))
        .toList();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).<Labeled>query().getText();
  }

  @Test
  void instructionsThatNameDangerousFunctionsAreMarkedAndFound(FxRobot robot) throws IOException {
    openPickle(robot, DANGEROUS);

    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "#pickle-summary"))
                .isEqualTo("Names 1 class or function · 1 is dangerous · 18 instructions"));
    robot.clickOn("#pickle-next");

    TableView<Line> lines = robot.lookup("#pickle-lines").query();
    Line selected = lines.getSelectionModel().getSelectedItem();
    assertThat(selected.opcode() + " " + selected.argument()).isEqualTo("GLOBAL os system");
    assertThat(workspace.context.selection().caretProperty().get().map(Caret::byteOffset))
        .contains((long) DANGEROUS.indexOf("cos"));
    assertThat(robot.lookup("dangerous").tryQuery()).isPresent();
  }

  private static String rowOf(TreeTableView<?> tree, int row) {
    return tree.getColumns().get(0).getCellData(row)
        + "="
        + tree.getColumns().get(1).getCellData(row);
  }

  @Test
  void valuesAreATreeThatMayContainItself(FxRobot robot) throws IOException {
    openPickle(robot, DANGEROUS);
    TreeTableView<?> tree = showValues(robot);
    robot.interact(() -> tree.getRoot().getChildren().get(1).setExpanded(true));

    assertThat(rows(tree))
        .containsExactly(
            "=dictionary with 3 entries",
            "lr=7",
            "self=list of 1 item",
            "0=list of 1 item",
            "x=object of os.system");
    TreeItem<?> inner = tree.getRoot().getChildren().get(1).getChildren().getFirst();
    assertThat(inner.getChildren()).hasSize(1);
  }

  @Test
  void noKeyExpandsAllValues(FxRobot robot) throws IOException {
    openPickle(robot, DANGEROUS);
    TreeTableView<?> tree = showValues(robot);
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().clearAndSelect(0);
        });

    robot.type(KeyCode.MULTIPLY);

    assertThat(tree.getExpandedItemCount()).isEqualTo(4);
  }

  @Test
  void allValuesOfALongListAreReachable(FxRobot robot) throws IOException {
    openPickle(robot, "\u0080\u0002](" + "K\u0001".repeat(2_500) + "e.");
    TreeTableView<?> tree = showValues(robot);

    assertThat(rows(tree))
        .containsExactly("=list of 2,500 items", "0 … 999=", "1,000 … 1,999=", "2,000 … 2,499=");
    robot.interact(() -> tree.getRoot().getChildren().getLast().setExpanded(true));
    assertThat(rows(tree)).hasSize(504).endsWith("2498=1", "2499=1");
  }

  @Test
  void attributesOfAnObjectAreBelowIt(FxRobot robot) throws IOException {
    openPickle(robot, "\u0080\u0002cx\nY\n)R}(U\u0001aK\u0001\u0089K\u0002u\u0062.");
    TreeTableView<?> tree = showValues(robot);

    assertThat(rows(tree))
        .containsExactly("=object of x.Y", "arguments=tuple of 0 items", "a=1", "False=2");
  }

  private void select(FxRobot robot, TreeTableView<?> tree, int row) {
    robot.interact(() -> tree.getSelectionModel().clearAndSelect(row));
  }

  private Optional<String> selectedTensor() {
    return workspace.context.selection().tensorProperty().get().map(tensor -> tensor.info().name());
  }

  @Test
  void selectingATensorSelectsItInTheFile(FxRobot robot) throws IOException {
    TorchFile torch = new TorchFile().legacy().floats("0", 2);
    String tensor = torch.tensor("0", 2, 0, TorchFile.tuple(2), TorchFile.tuple(1));
    String inner = "}(" + TorchFile.text("b") + tensor + "u";
    String values =
        TorchFile.text("a.b") + tensor + TorchFile.text("a") + inner + "\u0088" + tensor;
    show(robot, "a.pt", torch.write("\u0080\u0002}(" + values + "u."));
    TreeTableView<?> tree = showValues(robot);
    robot.interact(() -> tree.getRoot().getChildren().get(1).setExpanded(true));

    assertThat(rows(tree))
        .containsExactly(
            "=dictionary with 3 entries",
            "a.b=tensor",
            "a=dictionary with 1 entry",
            "b=tensor",
            "True=tensor");
    select(robot, tree, 1);
    assertThat(selectedTensor()).contains("a.b");
    select(robot, tree, 3);
    assertThat(selectedTensor()).contains("a.b#2");
    select(robot, tree, 4);
    assertThat(selectedTensor()).contains("true");
  }

  @Test
  void selectingALoneTensorSelectsItInTheFile(FxRobot robot) throws IOException {
    TorchFile torch = new TorchFile().floats("0", 2);
    String tensor = torch.tensor("0", 2, 0, TorchFile.tuple(2), TorchFile.tuple(1));
    show(robot, "a.pt", torch.write("\u0080\u0002" + tensor + "."));
    TreeTableView<?> tree = showValues(robot);

    select(robot, tree, 0);

    assertThat(selectedTensor()).contains("tensor");
  }

  private static byte[] archive(String... pickles) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String pickle : pickles) {
        zip.putNextEntry(new ZipEntry("root/" + pickle.length() + ".pkl"));
        zip.write(pickle.getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void onlyTheShownPickleIsInMemory(FxRobot robot) throws IOException {
    show(robot, "a.zip", archive(DANGEROUS, "\u0080\u0002]."));
    TestWindow.waitUntil(
        "the pickle is shown", () -> text(robot, "#pickle-summary").endsWith("18 instructions"));
    WeakReference<Object> first = new WeakReference<>(showValues(robot).getRoot().getValue());
    ComboBox<?> choice = robot.lookup("#pickle-choice").query();

    robot.interact(() -> choice.getSelectionModel().selectLast());
    TestWindow.waitUntil(
        "the other pickle is shown",
        () -> text(robot, "#pickle-summary").endsWith("3 instructions"));

    TestWindow.waitUntilCollected(first);
    WeakReference<Object> second = new WeakReference<>(showValues(robot).getRoot().getValue());
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_OVERVIEW));
    TestWindow.waitUntilCollected(second);
  }

  @Test
  void selectedInstructionIsShownAgainWithThePane(FxRobot robot) throws IOException {
    show(robot, "a.zip", archive(DANGEROUS, "\u0080\u0002" + DANGEROUS));
    TableView<Line> lines = robot.lookup("#pickle-lines").query();
    ComboBox<?> choice = robot.lookup("#pickle-choice").query();
    TestWindow.waitUntil("the pickles are listed", () -> choice.getItems().size() == 2);
    robot.interact(() -> choice.getSelectionModel().selectLast());
    TestWindow.waitUntil("the instructions are shown", () -> lines.getItems().size() == 18);
    robot.interact(() -> lines.getSelectionModel().clearAndSelect(5));

    robot.interact(() -> workspace.context.commands().run(Command.SHOW_OVERVIEW));
    TestWindow.waitUntil("the instructions are hidden", lines.getItems()::isEmpty);
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_PICKLE));

    TestWindow.waitUntil("the instructions are shown", () -> lines.getItems().size() == 18);
    assertThat(lines.getSelectionModel().getSelectedIndex()).isEqualTo(5);
    assertThat(choice.getSelectionModel().getSelectedIndex()).isEqualTo(1);
  }

  @Test
  void unreadablePickleIsExplained(FxRobot robot) throws IOException {
    byte[] archive = archive(DANGEROUS + "x".repeat(1000));
    // The compressed data, after the header and the name of the entry.
    Arrays.fill(archive, 50, 60, (byte) 0xff);
    robot.interact(() -> workspace.view.getScene().getWindow().setHeight(300));
    show(robot, "a.zip", archive);

    TestWindow.assertEventually(
        () ->
            assertThat(robot.lookup("#pickle-findings .label").queryAllAs(Labeled.class))
                .isNotEmpty());
    assertThat(text(robot, "#pickle-summary")).endsWith("0 instructions");
    assertThat(robot.lookup("#pickle-findings").query().isVisible()).isTrue();
  }

  @Test
  void paneIsOfferedForPicklesOnly(FxRobot robot) throws IOException {
    open(
        robot,
        new TensorFiles().tensor("t", Dtype.U8, new byte[1], 1).write(folder.resolve("a.st")));

    assertThat(workspace.context.commands().isPossible(Command.SHOW_PICKLE)).isFalse();
  }
}
