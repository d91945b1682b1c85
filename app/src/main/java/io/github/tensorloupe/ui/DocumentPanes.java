package io.github.tensorloupe.ui;

import io.github.tensorloupe.ui.arrangement.DividerKeys;
import java.util.Optional;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.Region;

/// The tree on the left and everything else on the right. A window of another width leaves the tree
/// as wide as it is.
final class DocumentPanes extends SplitPane {

  private static final double USUAL_SHARE = 0.4;

  private Optional<Double> wantedTreeWidth = Optional.empty();

  /// @param dividerName says what the divider is
  DocumentPanes(Region tree, Region right, String dividerName) {
    super(tree, right);
    setDividerPositions(USUAL_SHARE);
    setResizableWithParent(tree, false);
    DividerKeys.on(this, dividerName);
  }

  /// The width of the tree, in pixels; empty as long as it was not laid out.
  Optional<Double> treeWidth() {
    double width = getDividerPositions()[0] * getWidth();
    return wantedTreeWidth.or(() -> Optional.of(width).filter(each -> each >= 1));
  }

  /// Gives the tree a width, as far as the window has room for it.
  void setTreeWidth(double width) {
    wantedTreeWidth = Optional.of(width);
    requestLayout();
  }

  @Override
  protected void layoutChildren() {
    if (wantedTreeWidth.isPresent() && getWidth() > 0) {
      double share = wantedTreeWidth.get() / getWidth();
      wantedTreeWidth = Optional.empty();
      setDividerPositions(Math.clamp(share, 0, 1));
    }
    super.layoutChildren();
  }
}
