package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.MetadataEdits.State;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.TableCell;
import javafx.scene.control.Tooltip;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// What is to be known of an entry at a glance: that it was changed or added, and what is wrong
/// with it. The sentences are in the tool tip and in the accessible text.
final class MarkCell extends TableCell<MetadataRow, MetadataRow> {

  private final MetadataViewModel model;
  private final Messages messages;
  private final Tooltip tip = Tips.of("");

  MarkCell(MetadataViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("metadata-mark");
    tip.setWrapText(true);
    tip.setMaxWidth(480);
  }

  @Override
  protected void updateItem(MetadataRow row, boolean empty) {
    super.updateItem(row, empty);
    showMarks();
  }

  /// Shows what is known of the entry by now.
  void showMarks() {
    MetadataRow row = getItem();
    setGraphic(null);
    setTooltip(null);
    setAccessibleText(null);
    if (isEmpty() || row == null) {
      return;
    }
    State state = model.editing().state(row.id());
    List<EditProblem> notices = model.notices().of(row.id());
    if (state == State.UNCHANGED && notices.isEmpty()) {
      return;
    }
    setGraphic(icon(state, notices));
    tip.setText(sentences(state, notices));
    setTooltip(tip);
    setAccessibleText(tip.getText());
  }

  private static FontIcon icon(State state, List<EditProblem> notices) {
    if (notices.stream().anyMatch(EditProblem::isBlocking)) {
      return Icons.of(Feather.ALERT_CIRCLE, "icon-small", "icon-danger");
    }
    if (!notices.isEmpty()) {
      return Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning");
    }
    return state == State.ADDED
        ? Icons.of(Feather.PLUS, "icon-small", "icon-success")
        : Icons.of(Feather.EDIT_2, "icon-small", "icon-info");
  }

  private String sentences(State state, List<EditProblem> notices) {
    List<String> sentences = new ArrayList<>();
    switch (state) {
      case UNCHANGED -> {}
      case ADDED -> sentences.add(messages.text("metadata.state.added"));
      case CHANGED -> sentences.add(messages.text("metadata.state.changed"));
    }
    notices.forEach(notice -> sentences.add(messages.sentence(notice.sentence())));
    return String.join("\n", sentences);
  }
}
