package io.github.tensorloupe.desktop.control.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.testing.StageExtension;
import java.util.List;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class OptionalColumnsTest {

  private final SimpleBooleanProperty narrow = new SimpleBooleanProperty();
  private TableColumn<String, String> name;
  private TableColumn<String, String> shape;
  private TableColumns<String> columns;

  @Start
  void make(Stage stage) {
    name = column("name");
    shape = column("shape");
    TableView<String> table = new TableView<>();
    table.getColumns().add(name);
    table.getColumns().add(shape);
    columns = new TableColumns<>(table, List.of(shape), narrow);
  }

  private static TableColumn<String, String> column(String id) {
    TableColumn<String, String> column = new TableColumn<>(id);
    column.setId(id);
    return column;
  }

  private boolean isShapeRemembered() {
    return columns.layout().columns().stream()
        .filter(column -> column.id().equals("shape"))
        .allMatch(TableLayout.Column::visible);
  }

  @Test
  void whatIsLeftOutForWantOfRoomIsNotRememberedAsHidden() {
    narrow.set(true);

    assertThat(shape.isVisible()).isFalse();
    assertThat(name.isVisible()).isTrue();
    assertThat(isShapeRemembered()).isTrue();
  }

  @Test
  void whatAPersonHasHiddenStaysHiddenWhereThereIsRoomAgain() {
    shape.setVisible(false);
    narrow.set(true);
    narrow.set(false);

    assertThat(shape.isVisible()).isFalse();
    assertThat(isShapeRemembered()).isFalse();
  }

  @Test
  void whatAPersonShowsWhereThereIsNoRoomIsShown() {
    shape.setVisible(false);
    narrow.set(true);
    shape.setVisible(true);

    assertThat(shape.isVisible()).isTrue();
    narrow.set(false);
    assertThat(shape.isVisible()).isTrue();
  }

  @Test
  void whatIsRememberedHoldsOnceThereIsRoom() {
    shape.setVisible(false);
    TableLayout hidden = columns.layout();
    shape.setVisible(true);
    narrow.set(true);

    columns.arrange(hidden);

    narrow.set(false);
    assertThat(shape.isVisible()).isFalse();
    shape.setVisible(true);
    TableLayout shown = columns.layout();
    shape.setVisible(false);
    narrow.set(true);
    columns.arrange(shown);
    assertThat(shape.isVisible()).isFalse();
    narrow.set(false);
    assertThat(shape.isVisible()).isTrue();
  }
}
