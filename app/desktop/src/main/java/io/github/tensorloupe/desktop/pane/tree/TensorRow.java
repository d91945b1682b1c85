package io.github.tensorloupe.desktop.pane.tree;

import module javafx.controls;

import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
import io.github.tensorloupe.desktop.pane.tree.RowList.TreeRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;

/// A row with a tool tip that says what the cells may have cut.
final class TensorRow extends TableRow<TreeRow> {

  private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

  private final TensorTreeViewModel model;
  private final HealthText health;
  private final Messages messages;

  TensorRow(TensorTreeViewModel model, HealthText health, Messages messages) {
    this.messages = messages;
    this.model = model;
    this.health = health;
    // What is wrong may have been found out after the row was filled.
    Tips.tell(this, this::text);
  }

  @Override
  protected void updateItem(TreeRow row, boolean empty) {
    super.updateItem(row, empty);
    boolean shown = !empty && row != null;
    pseudoClassStateChanged(GROUP, shown && model.tree().isGroup(row.node()));
  }

  private String text() {
    if (isEmpty() || getItem() == null || !model.hasNode(getItem().node())) {
      return "";
    }
    int node = getItem().node();
    String values = health.of(node);
    return model
        .tensorOf(node)
        .map(
            tensor ->
                description(tensor.info())
                    + "\n"
                    + messages.dtype(tensor.info().dtype())
                    + (values.isEmpty() ? "" : "\n" + values))
        .orElseGet(() -> groupText(node, values));
  }

  private String groupText(int node, String values) {
    String path = DisplayText.of(model.tree().path(node));
    return values.isEmpty() ? path : path + "\n" + values;
  }

  /// Everything about a tensor that may be cut in the cells.
  private String description(TensorInfo info) {
    return "%s%n%s  %s%n%s"
        .formatted(
            DisplayText.of(info.name()),
            info.dtype(),
            messages.shape(info.shape()),
            messages.exactBytes(Math.max(0, info.byteCount())));
  }
}
