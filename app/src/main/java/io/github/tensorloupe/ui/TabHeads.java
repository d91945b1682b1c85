package io.github.tensorloupe.ui;

import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.TabPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;

/// The heads of tabs where there is no room for all of them: they move together, and one that would
/// be cut at an edge is not shown at all. The menu beside them lists all tabs; the head of the
/// selected one is always in sight. Belongs to the FX thread.
final class TabHeads {

  private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

  private final TabPane tabs;
  private double naturalWidth;
  private boolean compact;

  /// @param tabs whose heads they are
  TabHeads(TabPane tabs) {
    this.tabs = tabs;
    tabs.skinProperty().subscribe(() -> follow());
  }

  private void follow() {
    if (tabs.lookup(".headers-region") instanceof Region heads) {
      heads
          .getChildrenUnmodifiable()
          .addListener((ListChangeListener<Node>) change -> followAdded(change, heads));
      heads.getChildrenUnmodifiable().forEach(head -> follow(head, heads));
      heads.clipProperty().subscribe(clip -> followClip(clip, heads));
    }
  }

  private void followAdded(ListChangeListener.Change<? extends Node> change, Region heads) {
    while (change.next()) {
      change.getAddedSubList().forEach(head -> follow(head, heads));
    }
  }

  private void follow(Node head, Region heads) {
    head.boundsInParentProperty().subscribe(() -> show(head, heads));
    show(head, heads);
  }

  private void followClip(Node clip, Region heads) {
    if (clip != null) {
      clip.boundsInParentProperty()
          .subscribe(() -> heads.getChildrenUnmodifiable().forEach(head -> show(head, heads)));
    }
  }

  /// By its opacity, since the skin itself makes heads visible.
  private static void show(Node head, Region heads) {
    Node clip = heads.getClip();
    boolean whole = clip == null || isWithin(head.getBoundsInParent(), clip.getBoundsInParent());
    head.setOpacity(whole ? 1 : 0);
    head.setMouseTransparent(!whole);
  }

  private static boolean isWithin(Bounds head, Bounds clip) {
    return clip.getWidth() <= 0
        || head.getMinX() >= clip.getMinX() - 1 && head.getMaxX() <= clip.getMaxX() + 1;
  }

  /// To be called before the tabs are laid out.
  void fit() {
    List<Node> heads =
        tabs.lookup(".headers-region") instanceof Pane pane ? pane.getChildren() : List.of();
    double width = heads.stream().mapToDouble(head -> head.prefWidth(-1)).sum();
    double room =
        tabs.lookup(".tab-header-area") instanceof Region area
            ? area.getWidth() - area.snappedLeftInset() - area.snappedRightInset()
            : 0;
    if (!compact) {
      naturalWidth = width;
    }
    boolean tight = room > 0 && naturalWidth > room;
    if (tight != compact) {
      compact = tight;
      tabs.pseudoClassStateChanged(COMPACT, compact);
    }
  }
}
