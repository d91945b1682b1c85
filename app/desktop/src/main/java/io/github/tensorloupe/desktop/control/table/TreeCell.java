package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A cell of a tree of names that shows data of a node.
public abstract class TreeCell extends TableCell<Integer, Integer> {

  @Override
  protected final void updateItem(Integer node, boolean empty) {
    super.updateItem(node, empty);
    if (empty || node == null) {
      clear();
    } else {
      show(node);
    }
  }

  protected abstract void show(int node);

  /// Shows its node again after data has changed.
  public void refresh() {
    if (!isEmpty() && getItem() != null) {
      show(getItem());
    }
  }

  protected void clear() {
    setText(null);
    setGraphic(null);
  }

  public static TreeCell of(String styleClass, IntFunction<String> text) {
    TreeCell cell =
        new TreeCell() {
          @Override
          protected void show(int node) {
            setText(text.apply(node));
          }
        };
    cell.getStyleClass().add(styleClass);
    return cell;
  }

  /// A cell with the name of a node, indented by its depth, after an arrow that expands and
  /// collapses a group. The name is the text of the cell and the arrow its graphic: this is the
  /// most frequent kind of cell, and each additional node would slow down the first frame of a
  /// window.
  public static final class NameCell extends TreeCell {

    private static final double MAX_INDENT = 14;
    private static final double MIN_INDENT = 4;

    /// In a narrow column, space for the arrow and a short name takes precedence over indentation.
    private static final double ROOM_FOR_NAME = 104;

    /// Deeper names are not indented further, so that part of them remains visible.
    private static final int MAX_INDENTS = 8;

    private static final double SIDE = 4;
    private static final double ARROW_WIDTH = 18;
    private static final double ARROW_GAP = 3;

    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

    private final NameRows rows;
    private final String ofEmptyName;
    private Optional<FontIcon> arrow = Optional.empty();
    private int depth;

    /// @param ofEmptyName replaces an empty name
    public NameCell(NameRows rows, String ofEmptyName) {
      this.rows = rows;
      this.ofEmptyName = ofEmptyName;
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
      if (getItem() != null && rows.opens(getItem())) {
        rows.toggle(getItem());
        event.consume();
      }
    }

    @Override
    protected void show(int node) {
      boolean group = rows.opens(node);
      String text = DisplayText.of(rows.nameOf(node));
      depth = rows.depthOf(node);
      setText(text.isEmpty() ? ofEmptyName : text);
      pseudoClassStateChanged(GROUP, group);
      setGraphic(group ? arrow(rows.isExpanded(node)) : null);
      indent();
    }

    private FontIcon arrow(boolean down) {
      FontIcon icon = arrow.orElseGet(() -> Icons.of(Feather.CHEVRON_RIGHT, "icon-small"));
      icon.setIconCode(down ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
      arrow = Optional.of(icon);
      return icon;
    }

    /// Returns the x coordinate at which an arrow begins, if there is one.
    private double begin() {
      double step = (getWidth() - ROOM_FOR_NAME) / MAX_INDENTS;
      return SIDE + Math.min(depth, MAX_INDENTS) * Math.clamp(step, MIN_INDENT, MAX_INDENT);
    }

    private void indent() {
      double leadingWidth = getGraphic() == null ? ARROW_WIDTH : ARROW_GAP;
      setPadding(new Insets(0, 2 * SIDE, 0, begin() + leadingWidth));
    }
  }
}
