package io.github.tensorloupe.desktop.pane.palette;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The palette: field, results and a hint.
final class PaletteView extends VBox {

  private static final double WIDTH = 720;
  private static final double ROW_HEIGHT = 32;
  private static final int PAGE = 10;
  private static final int MAX_ROWS = 15;

  private final PaletteViewModel model;
  private final Messages messages;
  private final Predicate<KeyEvent> isToggle;
  private final TextField field = new TextField();
  private final ListView<PaletteRow> list = new ListView<>();

  /// @param isToggle matches the keys of the palette command, which also close it
  PaletteView(PaletteViewModel model, Predicate<KeyEvent> isToggle, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.isToggle = isToggle;
    setId("palette");
    getStyleClass().add("palette");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    prepareField();
    prepareList();
    Label hint = new Label(messages.text("palette.hint"));
    hint.setId("palette-hint");
    hint.getStyleClass().add("palette-hint");
    hint.setMinWidth(0);
    HBox fieldRow = new HBox(8, Icons.of(Feather.SEARCH), field);
    fieldRow.setAlignment(Pos.CENTER_LEFT);
    fieldRow.getStyleClass().add("palette-field");
    HBox.setHgrow(field, Priority.ALWAYS);
    VBox.setVgrow(list, Priority.SOMETIMES);
    getChildren().setAll(fieldRow, list, hint);
    addEventFilter(KeyEvent.KEY_PRESSED, this::pressKey);
    // Keeps unused keys from the window below.
    addEventHandler(KeyEvent.ANY, KeyEvent::consume);
  }

  private void prepareField() {
    field.setId("palette-text");
    field.setPromptText(messages.text("palette.prompt"));
    field.setAccessibleText(messages.text("palette.prompt"));
    field.textProperty().bindBidirectional(model.textProperty());
  }

  private void prepareList() {
    Label nothing = new Label(messages.text("palette.nothing"));
    nothing.getStyleClass().add("muted");
    list.setId("palette-list");
    list.setPlaceholder(nothing);
    list.setFocusTraversable(false);
    list.setFixedCellSize(ROW_HEIGHT);
    list.setItems(model.rows());
    list.setCellFactory(_ -> new PaletteCell(model, messages));
    list.setMinHeight(ROW_HEIGHT);
    list.prefHeightProperty()
        .bind(
            Bindings.min(MAX_ROWS, Bindings.max(2, Bindings.size(model.rows())))
                .multiply(ROW_HEIGHT)
                .add(2));
    Following.of(this).subscribe(model.markedProperty(), _ -> showMarked());
    Following.of(this).changes(model.rows(), this::showMarked);
  }

  private void showMarked() {
    int index = model.markedProperty().get();
    if (index < 0 || index >= list.getItems().size()) {
      list.getSelectionModel().clearSelection();
      field.setAccessibleHelp(null);
      return;
    }
    list.getSelectionModel().clearAndSelect(index);
    field.setAccessibleHelp(list.getItems().get(index).spoken(messages));
    reveal(index);
  }

  private void reveal(int index) {
    // Keeps the first heading visible.
    int top = index == 1 ? 0 : index;
    if (list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
        && flow.getFirstVisibleCell() != null
        && flow.getLastVisibleCell() != null) {
      int shown = (int) (list.getHeight() / ROW_HEIGHT);
      if (top < flow.getFirstVisibleCell().getIndex() || index == 1) {
        list.scrollTo(top);
      } else if (index >= flow.getFirstVisibleCell().getIndex() + shown) {
        list.scrollTo(Math.max(0, index - shown + 1));
      }
    }
  }

  private void pressKey(KeyEvent event) {
    if (isToggle.test(event)) {
      event.consume();
      model.close();
      return;
    }
    switch (event.getCode()) {
      case ESCAPE -> model.close();
      case ENTER -> model.choose();
      case UP -> model.move(-1);
      case DOWN -> model.move(1);
      case PAGE_UP -> model.move(-PAGE);
      case PAGE_DOWN -> model.move(PAGE);
      case TAB -> model.move(event.isShiftDown() ? -1 : 1);
      default -> {
        return;
      }
    }
    event.consume();
  }

  void focusField() {
    field.requestFocus();
    field.selectAll();
  }
}
