package io.github.tensorloupe.desktop.pane.hash.tensors;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// A list of tensors under headings; hidden while it is empty. A click or Enter goes to a tensor.
final class ContentList extends ListView<ContentRow> {

  private static final double ROW_HEIGHT = 28;
  private static final int MOST_ROWS = 12;

  /// @param goTo receives the chosen row
  ContentList(String id, ObservableList<ContentRow> rows, Consumer<ContentRow> goTo) {
    setId(id);
    getStyleClass().add("content-list");
    setFixedCellSize(ROW_HEIGHT);
    setCellFactory(_ -> new RowCell());
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
    PanelParts.setShown(this, count > 0);
  }

  /// A heading, or a tensor with a detail.
  static final class RowCell extends ListCell<ContentRow> {

    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
    private static final double MOST_DETAIL = 0.5;

    private final Label text = new Label();

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
      text.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      text.setMinWidth(0);
      text.setMaxWidth(Double.MAX_VALUE);
      HBox.setHgrow(text, Priority.ALWAYS);
      detail.getStyleClass().addAll("caption", "mono");
      detail.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      widthProperty().subscribe(_ -> detail.requestLayout());
      line.setAlignment(Pos.CENTER_LEFT);
      line.setMinWidth(0);
      full.setWrapText(true);
      full.setMaxWidth(560);
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
        case ContentRow.Heading heading -> {
          text.getStyleClass().add("strong");
          text.setGraphic(heading.tone().icon("icon-small"));
          detail.setText("");
          full.setText(row.text());
        }
        case ContentRow.Named named -> {
          text.getStyleClass().add("mono");
          text.setGraphic(null);
          detail.setText(named.detail());
          full.setText(named.text() + (named.detail().isEmpty() ? "" : "\n" + named.detail()));
        }
      }
      boolean hasDetail = !detail.getText().isEmpty();
      PanelParts.setShown(detail, hasDetail);
      setAccessibleText(
          Optional.of(detail.getText())
              .filter(each -> !each.isEmpty())
              .map(each -> row.text() + ", " + each)
              .orElse(row.text()));
    }
  }
}
