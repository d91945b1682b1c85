package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.figures.Figure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A cell of the tensor tree: shows something of a node of the document's name tree.
abstract class TreeCell extends TableCell<Integer, Integer> {

  @Override
  protected final void updateItem(Integer node, boolean empty) {
    super.updateItem(node, empty);
    if (empty || node == null) {
      clear();
    } else {
      show(node);
    }
  }

  abstract void show(int node);

  void clear() {
    setText(null);
    setGraphic(null);
  }

  static TreeCell of(String styleClass, IntFunction<String> text) {
    TreeCell cell =
        new TreeCell() {
          @Override
          void show(int node) {
            setText(text.apply(node));
          }
        };
    cell.getStyleClass().add(styleClass);
    return cell;
  }

  /// A figure of the values of a tensor or a group.
  static final class FigureCell extends TreeCell {

    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("wrong");

    private final TensorTreeViewModel model;
    private final Figure figure;
    private final Messages messages;
    // The figures live longer than the cells, so they must not hold them.
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
      model.figures.revisionProperty().addListener(new WeakChangeListener<>(onFigures));
    }

    @Override
    void show(int node) {
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

  /// The tensor's dtype in the color of its family.
  static final class DtypeCell extends TreeCell {

    private final TensorTreeViewModel model;

    DtypeCell(TensorTreeViewModel model) {
      this.model = model;
      getStyleClass().add("dtype");
    }

    @Override
    void show(int node) {
      Optional<Dtype> dtype = model.tensorOf(node).map(tensor -> tensor.info().dtype());
      getStyleClass().removeAll(DtypeStyles.STYLE_CLASSES);
      dtype.map(DtypeStyles::styleClass).ifPresent(getStyleClass()::add);
      setText(dtype.map(Dtype::name).orElse(null));
    }
  }

  /// The name, as far in as the node is deep, behind an arrow where it can be opened. The text is
  /// the cell's own and the arrow its graphic: of no other cell are there as many, and each node of
  /// it takes its time when a window is first shown.
  static final class NameCell extends TreeCell {

    private static final double MAX_INDENT = 14;
    private static final double MIN_INDENT = 4;

    /// In a narrow column the room for the arrow and a short name comes before the indents.
    private static final double ROOM_FOR_NAME = 104;

    /// Deeper names stand no further in, so that something of them is seen.
    private static final int MAX_INDENTS = 8;

    private static final double SIDE = 4;
    private static final double ARROW_WIDTH = 18;
    private static final double BESIDE_ARROW = 3;

    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

    private final TensorTreeViewModel model;
    private final Messages messages;
    private Optional<FontIcon> arrow = Optional.empty();
    private int depth;

    NameCell(TensorTreeViewModel model, Messages messages) {
      this.model = model;
      this.messages = messages;
      getStyleClass().add("name-cell");
      // Names below one group often differ only at their ends.
      setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      widthProperty().subscribe(this::indent);
      graphicProperty().subscribe(this::indent);
      addEventFilter(
          MouseEvent.MOUSE_PRESSED,
          event -> {
            if (event.getX() >= begin() && event.getX() < begin() + ARROW_WIDTH) {
              toggle(event);
            }
          });
      setOnMouseClicked(
          event -> {
            if (event.getClickCount() == 2) {
              toggle(event);
            }
          });
    }

    private void toggle(MouseEvent event) {
      if (getItem() != null && model.opens(getItem())) {
        model.toggle(getItem());
        event.consume();
      }
    }

    @Override
    void show(int node) {
      boolean group = model.opens(node);
      String text = DisplayText.of(model.nameOf(node));
      depth = model.isList() ? 0 : model.tree().rowDepth(node);
      setText(text.isEmpty() ? messages.text("tree.empty-name") : text);
      pseudoClassStateChanged(GROUP, group);
      setGraphic(group ? arrow(model.isExpanded(node)) : null);
      indent();
    }

    private FontIcon arrow(boolean down) {
      FontIcon icon = arrow.orElseGet(() -> Icons.of(Feather.CHEVRON_RIGHT, "icon-small"));
      icon.setIconCode(down ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
      arrow = Optional.of(icon);
      return icon;
    }

    /// The distance from the left edge at which the arrow may be, whether there is one or not.
    private double begin() {
      double step = (getWidth() - ROOM_FOR_NAME) / MAX_INDENTS;
      return SIDE + Math.min(depth, MAX_INDENTS) * Math.clamp(step, MIN_INDENT, MAX_INDENT);
    }

    private void indent() {
      double beside = getGraphic() == null ? ARROW_WIDTH : BESIDE_ARROW;
      setPadding(new Insets(0, 2 * SIDE, 0, begin() + beside));
    }
  }
}
