package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;

/// The tensor's shape, or how many tensors a group holds.
final class ShapeCell extends TreeCell {

  private final TensorTreeViewModel model;
  private final Messages messages;

  ShapeCell(TensorTreeViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("shape-cell");
  }

  @Override
  void show(int node) {
    setText(
        model
            .tensorOf(node)
            .map(tensor -> messages.shape(tensor.info().shape()))
            .orElseGet(() -> countOf(model.tree().tensorCount(node))));
  }

  private String countOf(int tensorCount) {
    return tensorCount == 1
        ? messages.text("tree.group.count.one")
        : messages.text("tree.group.count", Figures.count(tensorCount));
  }
}
