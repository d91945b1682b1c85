package io.github.tensorloupe.ui.tree;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.ui.theme.DtypeStyles;

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
