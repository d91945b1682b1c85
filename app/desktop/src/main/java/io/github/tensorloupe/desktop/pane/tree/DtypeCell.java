package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.format.Dtype;

/// The tensor's dtype in the colour of its family.
final class DtypeCell extends TreeCell {

  private final TensorTreeViewModel model;

  DtypeCell(TensorTreeViewModel model) {
    this.model = model;
    getStyleClass().add("dtype");
  }

  @Override
  void show(int node) {
    getStyleClass().removeAll(DtypeStyles.STYLE_CLASSES);
    model
        .tensorOf(node)
        .ifPresentOrElse(tensor -> showDtype(tensor.info().dtype()), () -> setText(null));
  }

  private void showDtype(Dtype dtype) {
    getStyleClass().add(DtypeStyles.styleClass(dtype));
    setText(dtype.name());
  }
}
