package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.pane.hash.tensors.ContentRow.Tone;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A heading, or a tensor with what is told of it.
final class ContentCell extends ListCell<ContentRow> {

  private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
  private static final double MOST_DETAIL = 0.5;

  private final Label text = new Label();

  /// Names give way to it, up to a share of the line.
  private final Label detail =
      new Label() {
        @Override
        protected double computeMinWidth(double height) {
          return Math.min(computePrefWidth(height), computeMaxWidth(height));
        }

        @Override
        protected double computeMaxWidth(double height) {
          return ContentCell.this.getWidth() * MOST_DETAIL;
        }
      };

  private final HBox line = new HBox(12, text, detail);
  private final Tooltip full = Tips.of("");

  ContentCell() {
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
        text.setGraphic(icon(heading.tone()));
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
    detail.setVisible(hasDetail);
    detail.setManaged(hasDetail);
    setAccessibleText(
        Optional.of(detail.getText())
            .filter(each -> !each.isEmpty())
            .map(each -> row.text() + ", " + each)
            .orElse(row.text()));
  }

  /// The icon of a tone.
  static FontIcon icon(Tone tone) {
    return switch (tone) {
      case DANGER -> Icons.of(Feather.X_CIRCLE, "icon-small", "icon-danger");
      case WARNING -> Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning");
      case SUCCESS -> Icons.of(Feather.CHECK_CIRCLE, "icon-small", "icon-success");
      case INFO -> Icons.of(Feather.INFO, "icon-small", "icon-info");
    };
  }
}
