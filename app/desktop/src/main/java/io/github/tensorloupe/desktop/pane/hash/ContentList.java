package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hash.ContentList.ContentRow;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;

/// A list of tensors under headings; hidden while it is empty. A click or Enter goes to a tensor.
final class ContentList extends ListView<ContentRow> {

  /// A row of a list of tensors.
  sealed interface ContentRow {

    String text();

    /// The heading of a group of tensors.
    record Heading(String text, Tone tone) implements ContentRow {}

    /// A tensor.
    ///
    /// @param text its name, fit for display
    /// @param tensor target of a click; empty if it no longer exists
    record Named(String text, String detail, Optional<TensorRef> tensor) implements ContentRow {}
  }

  private static final double ROW_HEIGHT = 28;
  private static final int MOST_ROWS = 12;

  ContentList(String id, ObservableList<ContentRow> rows, Consumer<ContentRow> goTo) {
    setId(id);
    getStyleClass().add("content-list");
    setFixedCellSize(ROW_HEIGHT);
    setCellFactory(_ -> new RowCell());
    setItems(rows);
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(row -> Optional.ofNullable(row).ifPresent(goTo));
    setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            Optional.ofNullable(getSelectionModel().getSelectedItem()).ifPresent(goTo);
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
    PanelParts.setShown(this, count > 0);
  }

  /// A heading, or a tensor with a detail.
  static final class RowCell extends ListCell<ContentRow> {

    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
    private static final double MOST_DETAIL = 0.5;

    private final Label text = PanelParts.elastic("");

    /// Takes precedence over the name, up to a share of the width.
    private final Label detail =
        new Label() {
          @Override
          protected double computeMinWidth(double height) {
            return Math.min(computePrefWidth(height), computeMaxWidth(height));
          }

          @Override
          protected double computeMaxWidth(double height) {
            return RowCell.this.getWidth() * MOST_DETAIL;
          }
        };

    private final HBox line = new HBox(12, text, detail);
    private final Tooltip full = Tips.of("");

    RowCell() {
      getStyleClass().add("content-cell");
      text.setMaxWidth(Double.MAX_VALUE);
      HBox.setHgrow(text, Priority.ALWAYS);
      detail.getStyleClass().addAll("caption", "mono");
      detail.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      widthProperty().subscribe(_ -> detail.requestLayout());
      line.setAlignment(Pos.CENTER_LEFT);
      line.setMinWidth(0);
      // The list is never wider than its window.
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(ContentRow row, boolean empty) {
      super.updateItem(row, empty);
      boolean isShown = !empty && row != null;
      pseudoClassStateChanged(HEADING, isShown && row instanceof ContentRow.Heading);
      setGraphic(isShown ? line : null);
      setTooltip(isShown ? full : null);
      if (isShown) {
        show(row);
      }
    }

    private void show(ContentRow row) {
      text.setText(row.text());
      text.getStyleClass().removeAll("mono", "strong");
      switch (row) {
        case ContentRow.Heading(_, Tone tone) -> {
          text.getStyleClass().add("strong");
          text.setGraphic(tone.icon("icon-small"));
          detail.setText("");
        }
        case ContentRow.Named named -> {
          text.getStyleClass().add("mono");
          text.setGraphic(null);
          detail.setText(named.detail());
        }
      }
      boolean hasDetail = !detail.getText().isEmpty();
      PanelParts.setShown(detail, hasDetail);
      full.setText(hasDetail ? row.text() + "\n" + detail.getText() : row.text());
      setAccessibleText(hasDetail ? row.text() + ", " + detail.getText() : row.text());
    }
  }
}
