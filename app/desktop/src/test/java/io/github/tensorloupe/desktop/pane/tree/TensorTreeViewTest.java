package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;
import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.control.table.TreeCell.NameCell;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kordamp.ikonli.javafx.FontIcon;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class TensorTreeViewTest {

  @TempDir static Path folder;

  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private Checkpoint checkpoint;
  private TensorTreeViewModel model;

  @Start
  void show(Stage stage) throws IOException {
    TensorFiles file = new TensorFiles();
    for (int layer = 0; layer < 20; layer++) {
      file.tensor("model.layers." + layer + ".up", Dtype.BF16, new byte[6], 3);
      file.tensor("model.layers." + layer + ".down", Dtype.F8_E4M3, new byte[2], 2, 1);
    }
    checkpoint =
        Checkpoint.open(
            file.write(folder.resolve("tree.safetensors")), Cancellation.NEVER, Progress.NONE);
    Messages messages = Messages.english();
    model = new TensorTreeViewModel(selection, results, Jobs.onFxThread(), messages);
    TensorTreeView view = new TensorTreeView(model, messages);
    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));
    TestWindow.show(stage, view, 600, 700);
  }

  @AfterEach
  void closeCheckpoint() throws IOException {
    checkpoint.close();
  }

  @Test
  void noRowIsMarkedWhereNoTensorIsSelected(FxRobot robot) {
    robot.interact(() -> selection.select(checkpoint.tensors().getFirst()));
    assertThat(table(robot).getSelectionModel().isEmpty()).isFalse();

    robot.interact(() -> selection.placeCaret(checkpoint.files().getFirst(), 0));

    assertThat(table(robot).getSelectionModel().isEmpty()).isTrue();
  }

  @Test
  void aGroupStaysMarkedThoughItIsNoTensor(FxRobot robot) {
    robot.interact(() -> selection.select(checkpoint.tensors().getFirst()));
    robot.clickOn("model.layers");

    assertThat(selection.tensorProperty().get()).isEmpty();
    assertThat(table(robot).getSelectionModel().getSelectedIndex()).isZero();
  }

  @Test
  void selectionInACollapsedGroupIsScrolledIntoView(FxRobot robot) {
    TableView<Integer> table = table(robot);
    robot.interact(() -> table.getScene().getWindow().setHeight(300));
    TensorRef last = checkpoint.tensors().getLast();
    TensorRef first = checkpoint.tensors().getFirst();
    for (TensorRef tensor : List.of(last, first, last)) {
      robot.interact(model::collapseAll);
      Pulses.settle();

      robot.interact(() -> selection.select(tensor));
      Pulses.settle();

      int node = model.nodeOf(tensor);
      assertThat(
              robot.from(table).lookup(".table-row-cell").<TableRow<Integer>>queryAll().stream()
                  .filter(row -> row.isVisible() && Integer.valueOf(node).equals(row.getItem()))
                  .filter(
                      row ->
                          row.localToScene(0, row.getHeight()).getY()
                              <= table.localToScene(0, table.getHeight()).getY()))
          .as(tensor.info().name())
          .hasSize(1);
    }
  }

  private static TableView<Integer> table(FxRobot robot) {
    return robot.lookup("#tensor-tree").queryTableView();
  }

  private static String count(FxRobot robot) {
    Pulses.settle();
    return robot.lookup("#tree-count").queryAs(Label.class).getText();
  }

  private Optional<String> selectedName() {
    return selection.tensorProperty().get().map(tensor -> tensor.info().name());
  }

  private void found(int layer, TensorHealth health) {
    List<ScannedTensor> both = new ArrayList<>();
    for (String part : List.of("up", "down")) {
      int tensor =
          checkpoint.indexOf(checkpoint.tensor("model.layers." + layer + "." + part).orElseThrow());
      both.add(new ScannedTensor(tensor, health, List.of()));
    }
    results.addHealth(both);
  }

  /// Returns the icon in the row of a layer and its text, or an empty string without an icon.
  private static String health(FxRobot robot, String layer) {
    int row =
        cells(robot).stream()
            .filter(cell -> cell.getText().equals(layer))
            .findFirst()
            .orElseThrow()
            .getIndex();
    return robot.lookup(".health-cell").queryAllAs(TreeCell.class).stream()
        .filter(cell -> cell.getIndex() == row && cell.getGraphic() != null)
        .map(cell -> ((FontIcon) cell.getGraphic()).getIconCode() + " " + cell.getAccessibleText())
        .findFirst()
        .orElse("");
  }

  @Test
  void healthIsShownAsAPictureWithWords(FxRobot robot) {
    robot.interact(
        () -> {
          results.begin(selection.openDocument());
          found(2, SampleHealth.nanAt(0));
          found(3, SampleHealth.allZero());
          found(4, SampleHealth.healthy());
          found(5, SampleHealth.healthy());
          int up = checkpoint.indexOf(checkpoint.tensor("model.layers.5.up").orElseThrow());
          results.setOutliers(List.of(new Outlier(up, 8, 1, 9)));
        });
    Pulses.settle();

    assertThat(health(robot, "1")).isEmpty();
    assertThat(health(robot, "2")).isEqualTo("X_CIRCLE Contains: NaN");
    assertThat(health(robot, "3")).isEqualTo("ALERT_TRIANGLE Contains: All values are zero");
    assertThat(health(robot, "4")).isEqualTo("CHECK Values: no problems");
    assertThat(health(robot, "5"))
        .isEqualTo("TRENDING_UP Values: no problems\nContains outliers among their siblings");
  }

  /// Returns the texts in a column of figures, from the first row on.
  private static List<String> column(FxRobot robot, String id) {
    TableColumn<Integer, ?> column =
        table(robot).getColumns().stream()
            .filter(each -> ("column-" + id).equals(each.getId()))
            .findFirst()
            .orElseThrow();
    robot.interact(() -> column.setVisible(true));
    Pulses.settle();
    return robot.lookup(".figure-cell").queryAllAs(TreeCell.class).stream()
        .filter(cell -> cell.getTableColumn() == column && !cell.isEmpty())
        .sorted(Comparator.comparingInt(TreeCell::getIndex))
        .map(TreeCell::getText)
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void figuresOfTensorsAndGroupsAreShownInColumns(FxRobot robot) {
    ValueCounts counts = new ValueCounts(6, 2, 0, 0, 3, 0);
    robot.interact(
        () -> {
          results.begin(selection.openDocument());
          results.addFigures(
              List.of(new MeasuredTensor(0, new TensorSummary(counts, -1.5, 2.5, 0.25, 1, 1))));
        });

    assertThat(column(robot, "mean")).containsExactly("0.25", "0.25");
    assertThat(column(robot, "sparsity")).containsExactly("37.5 %", "37.5 %");
    assertThat(column(robot, "nan")).containsExactly("2", "2");
  }

  @Test
  void aDoubleClickOpensAGroup(FxRobot robot) {
    int closed = table(robot).getItems().size();

    robot.doubleClickOn("10");

    assertThat(table(robot).getItems()).hasSize(closed + 2);
  }

  private static List<String> hints(FxRobot robot) {
    Pulses.settle();
    return robot.lookup("#tree-filter-hints .button").queryAllAs(Button.class).stream()
        .map(Button::getText)
        .toList();
  }

  @Test
  void whatMayFollowHealthIsOfferedWhileItIsTyped(FxRobot robot) {
    assertThat(hints(robot)).isEmpty();

    robot.clickOn("#tree-filter").write("up health:");
    assertThat(hints(robot)).contains("nan", "cut", "lost", "unknown");

    robot.write("c");
    assertThat(hints(robot)).containsExactly("constant", "cut");
  }

  @Test
  void keysCompleteTheWordAndTheOffersGo(FxRobot robot) {
    robot.clickOn("#tree-filter").write("up health:lo");

    robot.push(KeyCode.TAB).push(KeyCode.SPACE);

    TextField filter = robot.lookup("#tree-filter").queryAs(TextField.class);
    assertThat(filter.getText()).isEqualTo("up health:lost");
    assertThat(filter.isFocused()).isTrue();
    assertThat(hints(robot)).isEmpty();
  }

  @Test
  void clickingATensorSelectsIt(FxRobot robot) {
    robot.doubleClickOn("10").clickOn("up");

    assertThat(selectedName()).contains("model.layers.10.up");
  }

  @Test
  void arrowKeysOpenCloseAndClimb(FxRobot robot) {
    robot.clickOn("3").push(KeyCode.RIGHT).push(KeyCode.RIGHT);
    assertThat(selectedName()).contains("model.layers.3.down");

    robot.push(KeyCode.LEFT).push(KeyCode.LEFT).push(KeyCode.DOWN).push(KeyCode.RIGHT);
    robot.push(KeyCode.RIGHT);
    assertThat(selectedName()).contains("model.layers.4.down");
  }

  @Test
  void typingFiltersAndEscapeShowsAllAgain(FxRobot robot) throws Exception {
    robot.clickOn("#tree-filter").write("dtype:f8");
    TestWindow.assertEventually(() -> assertThat(count(robot)).isEqualTo("20 of 40 tensors"));

    robot.push(KeyCode.ESCAPE);
    assertThat(count(robot)).isEqualTo("40 tensors");
  }

  @Test
  void hiddenSelectionIsRestoredOnceTheFilterIsCleared(FxRobot robot) throws Exception {
    robot.interact(() -> selection.select(checkpoint.tensor("model.layers.17.up").orElseThrow()));
    for (String words : List.of("dtype:f8", "zzz", "layers.17", "layers")) {
      robot.clickOn("#tree-filter").write(words);
      if (!words.equals("layers")) {
        TestWindow.assertEventually(() -> assertThat(count(robot)).isNotEqualTo("40 tensors"));
      }

      robot.clickOn("#tree-filter .clear-button");
      TestWindow.assertEventually(() -> assertThat(count(robot)).isEqualTo("40 tensors"));

      assertThat(table(robot).getSelectionModel().getSelectedItem())
          .as("after %s", words)
          .isNotNull()
          .isEqualTo(
              table(robot).getItems().get(table(robot).getSelectionModel().getSelectedIndex()));
      assertThat(selectedName()).contains("model.layers.17.up");
    }
  }

  @Test
  void filterWithoutMatchSaysSo(FxRobot robot) throws Exception {
    robot.clickOn("#tree-filter").write("zzz");

    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("No results").tryQuery()).isPresent());
  }

  /// The headless platform reports every button release as a pop-up trigger, which column headers
  /// ignore. The test sets the order as a click on the header would.
  @Test
  void orderingByAColumnSortsSiblings(FxRobot robot) throws Exception {
    robot.doubleClickOn("0");
    robot.interact(
        () -> {
          TableColumn<Integer, ?> bytes = table(robot).getColumns().getLast();
          bytes.setSortType(TableColumn.SortType.DESCENDING);
          table(robot).getSortOrder().add(bytes);
        });

    TestWindow.assertEventually(() -> assertThat(textOfThirdRow(robot)).isEqualTo("up"));
  }

  @Test
  void noTwoRowsOfALoraShowTheSameInANarrowTree(FxRobot robot) throws IOException {
    TensorFiles lora = new TensorFiles();
    for (String side : List.of("down_blocks_0", "up_blocks_1")) {
      for (String part : List.of("proj_in", "ff_net_2", "to_q", "to_k", "to_v", "to_out_0")) {
        String prefix = "lora_unet_" + side + "_attentions_1_transformer_blocks_0_attn1_";
        lora.floats(prefix + part + ".lora_down.weight", 1);
        lora.floats(prefix + part + ".lora_up.weight", 1);
      }
    }
    Path path = lora.write(folder.resolve("lora.safetensors"));
    try (Checkpoint other = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      robot.interact(
          () -> {
            selection.show(new DocumentState.Open(FileDocument.of(other, List.of(), List::of)));
            table(robot).getScene().getWindow().setWidth(300);
          });
      Pulses.settle();

      assertThat(shownPaths(robot, FileDocument.of(other, List.of(), List::of).tree()))
          .hasSizeGreaterThan(10)
          .doesNotHaveDuplicates();
      robot.interact(() -> selection.show(new DocumentState.Empty()));
    }
  }

  @Test
  void theDeepestRowsKeepRoomForTheirNames(FxRobot robot) throws IOException {
    Path path = deepNames().write(folder.resolve("deep"));
    try (Checkpoint other = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      robot.interact(
          () -> {
            selection.show(new DocumentState.Open(FileDocument.of(other, List.of(), List::of)));
            table(robot).getScene().getWindow().setWidth(250);
          });

      Pulses.settle();

      assertThat(shownPaths(robot, FileDocument.of(other, List.of(), List::of).tree()))
          .last()
          .asString()
          .endsWith("/i/weight");
      robot.interact(() -> selection.show(new DocumentState.Empty()));
    }
  }

  /// Returns names in which every group on the path to the last one has its own tensor.
  private static TensorFiles deepNames() {
    TensorFiles file = new TensorFiles();
    StringBuilder path = new StringBuilder("a");
    for (char group = 'b'; group <= 'i'; group++) {
      file.floats(path.toString(), 1);
      path.append('.').append(group);
    }
    return file.floats(path.toString(), 1).floats(path + ".weight", 1);
  }

  /// Returns the displayed name of each row after the displayed names of its groups.
  private static List<String> shownPaths(FxRobot robot, NameTree tree) {
    OpenGroups rows = new OpenGroups(new BitSet());
    Map<Integer, String> shown = new HashMap<>();
    List<String> paths = new ArrayList<>();
    for (NameCell cell : cells(robot)) {
      int node = cell.getItem();
      String text = ((Text) cell.lookup(".text")).getText();
      shown.put(node, shown.getOrDefault(rows.rowParent(tree, node), "") + "/" + text);
      paths.add(shown.get(node));
    }
    return paths;
  }

  private static List<NameCell> cells(FxRobot robot) {
    return robot.lookup(".name-cell").queryAllAs(NameCell.class).stream()
        .filter(cell -> !cell.isEmpty())
        .sorted(Comparator.comparing(NameCell::getIndex))
        .toList();
  }

  private static String textOfThirdRow(FxRobot robot) {
    return robot.lookup(".name-cell").queryAllAs(NameCell.class).stream()
        .filter(cell -> cell.getIndex() == 2)
        .map(cell -> cell.getText())
        .findFirst()
        .orElse("");
  }
}
