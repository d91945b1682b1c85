package io.github.tensorloupe.desktop.control.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.StageExtension;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.control.MultipleSelectionModel;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class RowSelectionTest {

  private TableView<String> table;

  @Start
  void make(Stage stage) {
    table = new TableView<>(letters());
    RowSelection.install(table);
  }

  private static ObservableList<String> letters() {
    return FXCollections.observableArrayList("a b c d e f g h i j".split(" "));
  }

  private MultipleSelectionModel<String> selection() {
    return table.getSelectionModel();
  }

  @Test
  void selectsAsTheSelectionOfJavaFxDoes() {
    TableView<String> reference = new TableView<>(letters());
    reference.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      Consumer<TableView<String>> step = randomChange(random);
      step.accept(reference);
      step.accept(table);
      assertThat(selection().getSelectedIndices())
          .as("after %d deeds", i + 1)
          .containsExactlyInAnyOrderElementsOf(reference.getSelectionModel().getSelectedIndices());
      assertThat(selection().getSelectedItems())
          .containsExactlyInAnyOrderElementsOf(reference.getSelectionModel().getSelectedItems());
    }
  }

  private static Consumer<TableView<String>> randomChange(Random random) {
    int row = random.nextInt(10);
    int other = random.nextInt(10);
    return switch (random.nextInt(8)) {
      case 0 -> each -> each.getSelectionModel().select(row);
      case 1, 2 -> each -> each.getSelectionModel().clearAndSelect(row);
      case 3 -> each -> each.getSelectionModel().clearSelection(row);
      case 4 ->
          each ->
              each.getSelectionModel().selectRange(Math.min(row, other), Math.max(row, other) + 1);
      case 5 -> each -> each.getSelectionModel().selectIndices(row, other);
      case 6 -> each -> each.getSelectionModel().selectAll();
      default -> each -> each.getSelectionModel().clearSelection();
    };
  }

  @Test
  void focusIsOnTheRowThatWasSelectedLast() {
    selection().selectIndices(2, 7, 4);

    assertThat(table.getFocusModel().getFocusedIndex()).isEqualTo(4);
    assertThat(selection().getSelectedItem()).isEqualTo("e");
  }

  @Test
  void neighborsOfTheFocusJoinTheSelection() {
    selection().clearAndSelect(4);
    selection().selectNext();
    assertThat(selection().getSelectedIndices()).containsExactly(4, 5);

    selection().clearAndSelect(4);
    selection().selectPrevious();
    assertThat(selection().getSelectedIndices()).containsExactly(3, 4);
    assertThat(table.getFocusModel().getFocusedIndex()).isEqualTo(3);

    selection().selectLast();
    assertThat(selection().getSelectedIndices()).containsExactly(9);
    selection().selectFirst();
    assertThat(selection().getSelectedIndices()).containsExactly(0);
  }

  @Test
  void rowsStaySelectedWhenOthersAreAddedOrRemoved() {
    selection().selectIndices(2, 4, 7);

    table.getItems().addAll(3, List.of("x", "y"));
    table.getItems().remove(0);

    assertThat(selection().getSelectedItems()).containsExactly("c", "e", "h");
    assertThat(selection().getSelectedItem()).isEqualTo("h");
    assertThat(selection().getSelectedIndex()).isEqualTo(8);
  }

  @Test
  void rowsStaySelectedWhenTheyAreSetToOtherItems() {
    selection().selectIndices(2, 4, 7);

    table.getItems().set(7, "x");

    assertThat(selection().getSelectedItems()).containsExactly("c", "e", "x");
    assertThat(selection().getSelectedItem()).isEqualTo("x");
  }

  @Test
  void rowsStaySelectedWhenTheyAreSorted() {
    selection().selectIndices(1, 2);

    table.getItems().sort(Collections.reverseOrder());

    assertThat(selection().getSelectedItems()).containsExactlyInAnyOrder("b", "c");
    assertThat(selection().getSelectedItem()).isEqualTo("c");
  }

  @Test
  void removedRowsAreNotSelectedAnyMore() {
    selection().selectIndices(2, 4, 7);

    table.getItems().remove(4, 8);

    assertThat(selection().getSelectedItems()).containsExactly("c");
    assertThat(selection().getSelectedItem()).isEqualTo("c");
  }

  @Test
  void theItemThatWasSelectedLastStaysSelectedWhenAllAreReplaced() {
    selection().selectIndices(2, 4);

    table.getItems().setAll("e", "f", "c");

    assertThat(selection().getSelectedItems()).containsExactly("e");
    assertThat(selection().getSelectedIndex()).isZero();
  }

  @Test
  void listenersReceiveRemovedAndAddedRows() {
    selection().selectIndices(1, 3);
    StringBuilder changes = new StringBuilder();
    selection()
        .getSelectedIndices()
        .addListener(
            (ListChangeListener.Change<? extends Integer> change) -> {
              change.next();
              changes.append(change.getRemoved()).append(change.getAddedSubList());
            });

    selection().clearAndSelect(5);

    assertThat(changes).hasToString("[1, 3][5]");
  }

  /// The default selection model of JavaFX would take hours.
  @Test
  void threeMillionRowsAreDeselectedAtOnce() {
    table.getItems().setAll(IntStream.range(0, 3_000_000).mapToObj(_ -> "row").toList());

    selection().selectAll();
    selection().clearAndSelect(2_999_999);

    assertThat(selection().getSelectedIndices()).containsExactly(2_999_999);
  }
}
