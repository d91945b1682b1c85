package io.github.tensorloupe.desktop.pane.batch;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.ObservableList;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;

/// The files, each with what became of it.
final class FileTable extends TableView<FileRow> {

  private static final double HEIGHT = 200;
  private static final double ROW_HEIGHT = 28;

  FileTable(ObservableList<FileRow> rows, Messages messages) {
    super(rows);
    setId("batch-table");
    setAccessibleText(messages.text("batch.files"));
    setFixedCellSize(ROW_HEIGHT);
    setPrefHeight(HEIGHT);
    setMinHeight(120);
    Label nothing = new Label(messages.text("batch.summary.none"));
    nothing.getStyleClass().add("muted");
    setPlaceholder(nothing);
    ReportWords words = new ReportWords(messages);
    addColumn(messages.text("batch.column.file"), 180, words::name);
    addColumn(messages.text("batch.column.status"), 136, words::status);
    addColumn(messages.text("batch.column.strategy"), 90, words::strategy);
    addColumn(messages.text("batch.column.bytes"), 104, words::bytes);
    addColumn(messages.text("batch.column.message"), 420, words::message);
  }

  private void addColumn(String title, double width, Function<FileRow, String> text) {
    TableColumn<FileRow, String> column = new TableColumn<>(title);
    column.setPrefWidth(width);
    column.setSortable(false);
    column.setReorderable(false);
    column.setCellValueFactory(
        cell -> new ReadOnlyStringWrapper(text.apply(cell.getValue())).getReadOnlyProperty());
    column.setCellFactory(_ -> new TextCell());
    getColumns().add(column);
  }

  /// Text with all of it in the tool tip.
  private static final class TextCell extends TableCell<FileRow, String> {
    @Override
    protected void updateItem(String text, boolean empty) {
      super.updateItem(text, empty);
      setText(empty ? null : text);
      if (empty || text.isEmpty()) {
        setTooltip(null);
      } else {
        Tooltip tip = Tips.of(text);
        tip.setWrapText(true);
        tip.setMaxWidth(560);
        setTooltip(tip);
      }
    }
  }
}
