package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

/// A tree whose rows are created when their parent is expanded. A row may contain itself.
public class LazyTree<R extends LazyRow<R>> extends TreeTableView<R> {

  private static final double ROW_HEIGHT = 26;

  public LazyTree() {
    getStyleClass().addAll("dense", "edge-to-edge");
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          // By default, this key expands all rows, which may be endless.
          if (event.getCode() == KeyCode.MULTIPLY) {
            event.consume();
          }
        });
  }

  /// Shows a row and the rows below it.
  public final void setRootRow(R row) {
    TreeItem<R> item = new Item<>(row);
    item.setExpanded(true);
    setRoot(item);
  }

  private static final class Item<R extends LazyRow<R>> extends TreeItem<R> {

    private boolean isFilled;

    Item(R row) {
      super(row);
    }

    @Override
    public boolean isLeaf() {
      return !getValue().hasChildren();
    }

    @Override
    public ObservableList<TreeItem<R>> getChildren() {
      if (!isFilled) {
        isFilled = true;
        super.getChildren()
            .setAll(getValue().children().stream().<TreeItem<R>>map(Item::new).toList());
      }
      return super.getChildren();
    }
  }
}
