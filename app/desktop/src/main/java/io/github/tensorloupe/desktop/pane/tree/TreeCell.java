package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.figures.Figure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import javafx.scene.control.Label;
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

  static final class NameCell extends TreeCell {

    private static final double MAX_INDENT = 14;
    private static final double MIN_INDENT = 4;

    /// In a narrow column the room for the arrow and a short name comes before the indents.
    private static final double ROOM_FOR_NAME = 104;

    /// Deeper names stand no further in, so that something of them is seen.
    private static final int MAX_INDENTS = 8;

    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

    private final TensorTreeViewModel model;
    private final Messages messages;
    private final Region indent = new Region();
    private final FontIcon arrow = Icons.of(Feather.CHEVRON_RIGHT, "icon-small");
    private final StackPane arrowBox = new StackPane(arrow);
    private final Label label = new Label();
    private int depth;
    private final HBox content = new HBox(indent, arrowBox, label);

    NameCell(TensorTreeViewModel model, Messages messages) {
      this.model = model;
      this.messages = messages;
      getStyleClass().add("name-cell");
      arrowBox.getStyleClass().add("arrow");
      content.setAlignment(Pos.CENTER_LEFT);
      indent.setMinWidth(Region.USE_PREF_SIZE);
      label.setMinWidth(0);
      // Names below one group often differ only at their ends.
      label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      widthProperty().subscribe(this::indent);
      arrowBox.addEventFilter(MouseEvent.MOUSE_PRESSED, this::toggle);
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
      indent();
      arrow.setIconCode(model.isExpanded(node) ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
      arrow.setVisible(group);
      label.setText(text.isEmpty() ? messages.text("tree.empty-name") : text);
      pseudoClassStateChanged(GROUP, group);
      setGraphic(content);
    }

    private void indent() {
      double step = (getWidth() - ROOM_FOR_NAME) / MAX_INDENTS;
      indent.setPrefWidth(Math.min(depth, MAX_INDENTS) * Math.clamp(step, MIN_INDENT, MAX_INDENT));
    }
  }
}
