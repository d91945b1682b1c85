package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.desktop.text.Figures;

/// The bytes of a tensor, or of everything in a group.
final class BytesCell extends TreeCell {

  private final TensorTreeViewModel model;

  BytesCell(TensorTreeViewModel model) {
    this.model = model;
    getStyleClass().add("bytes-cell");
  }

  @Override
  void show(int node) {
    setText(Figures.bytes(model.tree().byteCount(node)));
  }
}
