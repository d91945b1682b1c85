package io.github.tensorloupe.desktop.control.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class LazyTreeTest {

  /// The number of rows whose children were created.
  private int expandedCount;

  private LazyTree<Nested> tree;

  /// A row with a row like itself below it, to a depth at which expanding all of them ends.
  private record Nested(LazyTreeTest test, int depth) implements LazyRow<Nested> {

    @Override
    public boolean hasChildren() {
      return depth < 50;
    }

    @Override
    public List<Nested> children() {
      test.expandedCount++;
      return List.of(new Nested(test, depth + 1));
    }
  }

  @Start
  void show(Stage stage) {
    tree = new LazyTree<>();
    tree.getColumns().add(new TreeTableColumn<>());
    tree.setRootRow(new Nested(this, 0));
    TestWindow.show(stage, tree, 400, 400);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(() -> {}));
  }

  @Test
  void noKeyExpandsAllRows(FxRobot robot) {
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().clearAndSelect(0);
        });
    int before = expandedCount;

    robot.type(KeyCode.MULTIPLY, KeyCode.ASTERISK);

    assertThat(expandedCount).isEqualTo(before);
    assertThat(tree.getExpandedItemCount()).isEqualTo(2);
  }

  @Test
  void keysExpandAndCollapseOneRow(FxRobot robot) {
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().clearAndSelect(1);
        });

    robot.type(KeyCode.ADD);
    assertThat(tree.getExpandedItemCount()).isEqualTo(3);
    robot.type(KeyCode.SUBTRACT);
    assertThat(tree.getExpandedItemCount()).isEqualTo(2);
  }

  /// @return the indexes below the rows, which are different rows
  private static List<Integer> indexes(int begin, int end) {
    List<Integer> indexes = new ArrayList<>();
    List<List<Integer>> rows = LazyRow.rows(begin, end, List::of, LazyTreeTest::indexes);
    assertThat(rows).hasSizeLessThanOrEqualTo(LazyRow.MAX_CHILDREN);
    rows.forEach(indexes::addAll);
    return indexes;
  }

  @Test
  void manyRowsAreShownInRanges() {
    for (int count : List.of(0, 1, 1000, 1001, 1_000_001)) {
      assertThat(indexes(5, 5 + count)).isEqualTo(IntStream.range(5, 5 + count).boxed().toList());
    }
  }
}
