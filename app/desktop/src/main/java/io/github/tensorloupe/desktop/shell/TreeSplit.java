package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.DividerKeys;

/// The tree on the left and everything else on the right. The tree keeps the width that the user
/// gave it, independent of the width of the window, as long as the panes keep a useful width. In a
/// narrower window, the tree has its default share, and it gets its width back when the window is
/// widened.
final class TreeSplit extends SplitPane {

  private static final double DEFAULT_SHARE = 0.4;
  private static final double MAX_DEFAULT_WIDTH = 520;
  private static final double MIN_PANES_WIDTH = 480;

  private final Region tree;
  private Optional<Double> wantedTreeWidth = Optional.empty();
  private double laidOutWidth;
  private boolean layingOut;

  TreeSplit(Region tree, Region right, String dividerName) {
    super(right);
    this.tree = tree;
    setTreeShown(true);
    DividerKeys.on(this, dividerName);
  }

  void setTreeShown(boolean isShown) {
    if (!isShown) {
      getItems().remove(tree);
    } else if (!getItems().contains(tree)) {
      getItems().addFirst(tree);
      setDividerPositions(DEFAULT_SHARE);
      // The split pane creates a new divider whenever the second item is added.
      getDividers().getFirst().positionProperty().subscribe(this::noteWidth);
      laidOutWidth = 0;
    }
  }

  /// Returns the width of the tree in pixels that the user has chosen; in a narrow window, the tree
  /// is narrower. Empty if the user has not chosen one.
  Optional<Double> treeWidth() {
    return wantedTreeWidth;
  }

  /// Sets the width of the tree, as far as the window has space for it.
  void setTreeWidth(double width) {
    wantedTreeWidth = Optional.of(width);
    laidOutWidth = 0;
    requestLayout();
  }

  private void noteWidth(Number position) {
    double width = position.doubleValue() * getWidth();
    if (!layingOut && width >= 1) {
      wantedTreeWidth = Optional.of(width);
    }
  }

  /// Keeps the width of the tree. The split pane itself would distribute the change of its width
  /// over both items.
  @Override
  protected void layoutChildren() {
    boolean isOtherWidth = laidOutWidth != getWidth() && getWidth() > 0;
    layingOut = true;
    try {
      if (isOtherWidth) {
        laidOutWidth = getWidth();
        super.layoutChildren();
        setDividerPositions(fittingTreeWidth() / getWidth());
      }
      super.layoutChildren();
    } finally {
      layingOut = false;
    }
  }

  private double fittingTreeWidth() {
    double defaultWidth = DEFAULT_SHARE * getWidth();
    double wanted = wantedTreeWidth.orElse(Math.min(defaultWidth, MAX_DEFAULT_WIDTH));
    return Math.min(wanted, Math.max(defaultWidth, getWidth() - MIN_PANES_WIDTH));
  }
}
