package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
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

  /// The name of a node, further in the deeper it is, with an arrow that opens and closes a group.
  public static final class NameCell extends TreeCell {

    private static final double MAX_INDENT = 14;
    private static final double MIN_INDENT = 4;

    /// In a narrow column the room for the arrow and a short name comes before the indents.
    private static final double ROOM_FOR_NAME = 104;

    /// Deeper names stand no further in, so that something of them is seen.
    private static final int MAX_INDENTS = 8;

    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

    private final TreeRows rows;
    private final String ofEmptyName;
    private final Region indent = new Region();
    private final FontIcon arrow = Icons.of(Feather.CHEVRON_RIGHT, "icon-small");
    private final StackPane arrowBox = new StackPane(arrow);
    private final Label label = new Label();
    private int depth;
    private final HBox content = new HBox(indent, arrowBox, label);

    /// @param ofEmptyName stands for a name without characters
    public NameCell(TreeRows rows, String ofEmptyName) {
      this.rows = rows;
      this.ofEmptyName = ofEmptyName;
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
      indent();
      arrow.setIconCode(rows.isExpanded(node) ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
      arrow.setVisible(group);
      label.setText(text.isEmpty() ? ofEmptyName : text);
      pseudoClassStateChanged(GROUP, group);
      setGraphic(content);
    }

    private void indent() {
      double step = (getWidth() - ROOM_FOR_NAME) / MAX_INDENTS;
      indent.setPrefWidth(Math.min(depth, MAX_INDENTS) * Math.clamp(step, MIN_INDENT, MAX_INDENT));
    }
  }
}
