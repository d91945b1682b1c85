package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.control.Following;
import java.util.function.Consumer;
import javafx.collections.ObservableList;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;

/// A list of tensors under headings, as high as its lines up to a point, and gone while it is
/// empty. A click or Enter goes to a tensor.
final class ContentList extends ListView<ContentRow> {

  private static final double ROW_HEIGHT = 28;
  private static final int MOST_ROWS = 12;

  /// @param rows what is shown
  /// @param goTo takes the line that was chosen
  ContentList(String id, ObservableList<ContentRow> rows, Consumer<ContentRow> goTo) {
    setId(id);
    getStyleClass().add("content-list");
    setFixedCellSize(ROW_HEIGHT);
    setCellFactory(_ -> new ContentCell());
    setItems(rows);
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            row -> {
              if (row != null) {
                goTo.accept(row);
              }
            });
    setOnKeyPressed(
        event -> {
          ContentRow row = getSelectionModel().getSelectedItem();
          if (event.getCode() == KeyCode.ENTER && row != null) {
            goTo.accept(row);
          }
        });
    Following.of(this).changes(rows, this::fit);
    fit();
  }

  private void fit() {
    int count = getItems().size();
    double height = Math.min(count, MOST_ROWS) * ROW_HEIGHT + 2;
    setMinHeight(height);
    setPrefHeight(height);
    setMaxHeight(height);
    setVisible(count > 0);
    setManaged(count > 0);
  }
}
