package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.DividerKeys;

/// The tree on the left and everything else on the right. The tree stays as wide as the person has
/// made it, whatever the width of the window, as long as that leaves the panes a width that they
/// are of use with. In a narrower window it has its usual share, and gets its width back with the
/// next wider one.
final class TreeSplit extends SplitPane {

  private static final double USUAL_SHARE = 0.4;
  private static final double MOST_UNASKED = 520;
  private static final double LEAST_OF_PANES = 480;

  private Optional<Double> wantedTreeWidth = Optional.empty();
  private double laidOutWidth;
  private boolean layingOut;

  TreeSplit(Region tree, Region right, String dividerName) {
    super(tree, right);
    setDividerPositions(USUAL_SHARE);
    getDividers().getFirst().positionProperty().subscribe(this::noteWidth);
    DividerKeys.on(this, dividerName);
  }

  /// The width of the tree in pixels, as the person has made it; in a narrow window it is less
  /// wide. Empty as long as nobody has chosen one.
  Optional<Double> treeWidth() {
    return wantedTreeWidth;
  }

  /// Gives the tree a width, as far as the window has room for it.
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

  /// By itself a split pane would share out what the window has become wider or narrower.
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
    double usual = USUAL_SHARE * getWidth();
    double wanted = wantedTreeWidth.orElse(Math.min(usual, MOST_UNASKED));
    return Math.min(wanted, Math.max(usual, getWidth() - LEAST_OF_PANES));
  }
}
