package io.github.tensorloupe.desktop.control.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class TableColumnsTest {

  private static final TableLayout REMEMBERED =
      new TableLayout(
          List.of(
              new TableLayout.Column("name", 200, true), new TableLayout.Column("size", 150, true)),
          Optional.empty());

  private TableView<String> table;
  private TableColumns<String> columns;

  @Start
  void show(Stage stage) {
    table = new TableView<>();
    columns = new TableColumns<>(table);
    for (String id : List.of("name", "size")) {
      TableColumn<String, String> column = new TableColumn<>(id);
      column.setId(id);
      column.setMinWidth(40);
      table.getColumns().add(column);
    }
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    columns.recordDraggedWidths();
    columns.arrange(REMEMBERED);
    TestWindow.show(stage, table, 300, 200);
  }

  private double width(String id) {
    return columns.layout().columns().stream()
        .filter(column -> column.id().equals(id))
        .findFirst()
        .orElseThrow()
        .width();
  }

  @Test
  void widthsForWantOfRoomAreNotRemembered() {
    double shown = table.getColumns().stream().mapToDouble(TableColumn::getWidth).sum();
    assertThat(shown).as("there is less room").isLessThan(350);

    assertThat(columns.layout()).isEqualTo(REMEMBERED);
  }

  @Test
  void widthsSetByTheUserAreRemembered(FxRobot robot) {
    robot.interact(() -> table.resizeColumn(table.getColumns().getFirst(), -60));
    double narrowed = table.getColumns().getFirst().getWidth();
    assertThat(width("name")).isNotEqualTo(narrowed);

    robot.clickOn(".column-header-background .label");

    assertThat(width("name")).isEqualTo(narrowed);
    assertThat(table.getColumns().getFirst().getWidth()).isEqualTo(narrowed);
  }
}
