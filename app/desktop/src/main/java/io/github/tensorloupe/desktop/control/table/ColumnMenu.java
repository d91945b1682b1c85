package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

/// The header menu of a table that shows and hides columns.
public final class ColumnMenu extends ContextMenu {

  /// A column that can be hidden.
  public record Choice(TableColumn<?, ?> column, String title) {}

  public ColumnMenu(List<Choice> choices) {
    for (Choice choice : choices) {
      CheckMenuItem item = new CheckMenuItem(choice.title());
      item.setId("show-" + choice.column().getId());
      item.selectedProperty().bindBidirectional(choice.column().visibleProperty());
      getItems().add(item);
    }
  }
}
