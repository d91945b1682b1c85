package io.github.tensorloupe.ui.tree;

import javafx.css.PseudoClass;
import javafx.scene.control.TableRow;
import javafx.scene.control.Tooltip;

/// A row with a tool tip that says what the cells may have cut.
final class TensorRow extends TableRow<TreeRow> {

  private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

  private final TensorTreeViewModel model;
  private final Tooltip tooltip = new Tooltip();

  TensorRow(TensorTreeViewModel model) {
    this.model = model;
    tooltip.setWrapText(true);
    tooltip.setMaxWidth(640);
  }

  @Override
  protected void updateItem(TreeRow row, boolean empty) {
    super.updateItem(row, empty);
    boolean shown = !empty && row != null;
    pseudoClassStateChanged(GROUP, shown && model.tree().isGroup(row.node()));
    setTooltip(null);
    if (shown) {
      model
          .tensorOf(row.node())
          .ifPresent(
              tensor -> {
                tooltip.setText(TensorTreeView.description(tensor.info()));
                setTooltip(tooltip);
              });
    }
  }
}
