package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A cell of a tree of names: shows something of a node.
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

  /// Shows its node again, of which more is known by now.
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

  /// The name of a node, further in the deeper it is, behind an arrow that opens and closes a
  /// group. The text is the cell's own and the arrow its graphic: of no other cell are there as
  /// many, and each node of it takes its time when a window is first shown.
  public static final class NameCell extends TreeCell {

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

    private final NameRows rows;
    private final String ofEmptyName;
    private Optional<FontIcon> arrow = Optional.empty();
    private int depth;

    /// @param ofEmptyName stands for a name without characters
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
