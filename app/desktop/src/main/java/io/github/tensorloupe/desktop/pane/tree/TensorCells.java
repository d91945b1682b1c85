package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.selection.figures.Figure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.format.Dtype;

/// The cells of the tensor tree with properties of tensors.
final class TensorCells {

  private TensorCells() {}

  /// A figure of the values of a tensor or a group.
  static final class FigureCell extends TreeCell {

    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("wrong");

    private final TensorTreeViewModel model;
    private final Figure figure;
    private final Messages messages;
    // A weak listener, because the figures outlive the cells.
    private final ChangeListener<Number> onFigures;

    FigureCell(TensorTreeViewModel model, Figure figure, Messages messages) {
      this.model = model;
      this.figure = figure;
      this.messages = messages;
      getStyleClass().add("figure-cell");
      onFigures =
          (_, _, _) -> {
            if (!isEmpty() && getItem() != null && model.hasNode(getItem())) {
              show(getItem());
            }
          };
      model.figures.revision.addListener(new WeakChangeListener<>(onFigures));
    }

    @Override
    protected void show(int node) {
      OptionalDouble value = figure.of(model.figures.at(node));
      boolean isNonFinite = figure == Figure.NAN || figure == Figure.INF;
      pseudoClassStateChanged(WRONG, isNonFinite && value.orElse(0) > 0);
      setText(value.isEmpty() ? null : text(value.getAsDouble()));
    }

    private String text(double value) {
      if (Double.isNaN(value)) {
        return "–";
      } else if (figure.isCount()) {
        return messages.count((long) value);
      }
      return figure == Figure.SPARSITY ? messages.share(value) : messages.value(value);
    }
  }

  /// The tensor's dtype in the color of its family; for joined tensors the dtype of the combined
  /// weight.
  static final class DtypeCell extends TreeCell {

    /// A wider cell has room for a longer text.
    private static final double WIDTH_FOR_WORDS = 150;

    private final TensorTreeViewModel model;
    private final Messages messages;

    DtypeCell(TensorTreeViewModel model, Messages messages) {
      this.model = model;
      this.messages = messages;
      getStyleClass().add("dtype");
      widthProperty().subscribe(this::refresh);
    }

    @Override
    protected void show(int node) {
      Optional<Dtype> dtype = model.tensorOf(node).map(tensor -> tensor.info().dtype());
      getStyleClass().removeAll(DtypeStyles.STYLE_CLASSES);
      Optional<TensorUnit> joined = model.joinedAt(node);
      boolean isSmall = joined.filter(it -> it.bits() < Byte.SIZE).isPresent();
      dtype
          .map(it -> DtypeStyles.styleClass(isSmall ? Dtype.F4 : it))
          .ifPresent(getStyleClass()::add);
      setText(joined.map(this::effective).or(() -> dtype.map(Dtype::name)).orElse(null));
    }

    private String effective(TensorUnit joined) {
      boolean hasRoom = getWidth() > WIDTH_FOR_WORDS;
      return messages.sentence(hasRoom ? joined.longDtype() : joined.dtype());
    }
  }
}
