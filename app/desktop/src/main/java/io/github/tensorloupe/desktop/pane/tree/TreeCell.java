package io.github.tensorloupe.desktop.pane.tree;

import module javafx.controls;

import io.github.tensorloupe.desktop.pane.tree.RowList.TreeRow;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.format.Dtype;

/// A cell of the tensor tree: shows something of a node of the document's name tree.
abstract class TreeCell extends TableCell<TreeRow, TreeRow> {

  @Override
  protected final void updateItem(TreeRow row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      clear();
    } else {
      show(row.node());
    }
  }

  /// Shows a node.
  abstract void show(int node);

  /// Shows nothing.
  void clear() {
    setText(null);
    setGraphic(null);
  }

  /// The bytes of a tensor, or of everything in a group.
  static final class BytesCell extends TreeCell {

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

  /// The tensor's dtype in the color of its family.
  static final class DtypeCell extends TreeCell {

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

  /// The tensor's shape, or how many tensors a group holds.
  static final class ShapeCell extends TreeCell {

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
}
