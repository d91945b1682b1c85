package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

/// The heads of tabs where there is no room for all of them: they move together, and one that would
/// be cut at an edge is not shown at all. The menu beside them lists all tabs; the head of the
/// selected one is always in sight. Belongs to the FX thread.
final class TabHeads {

  private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

  private final TabPane tabs;
  private Optional<Region> bar = Optional.empty();
  private Optional<Region> heads = Optional.empty();
  private double naturalWidth;
  private double compactWidth;
  private boolean compact;

  /// @param tabs whose heads they are
  TabHeads(TabPane tabs) {
    this.tabs = tabs;
    tabs.skinProperty().subscribe(() -> follow());
  }

  private void follow() {
    bar = regionOf(".tab-header-area");
    heads = regionOf(".headers-region");
    heads.ifPresent(this::follow);
  }

  private Optional<Region> regionOf(String selector) {
    return Optional.ofNullable(tabs.lookup(selector)).map(Region.class::cast);
  }

  private void follow(Region region) {
    region
        .getChildrenUnmodifiable()
        .addListener((ListChangeListener<Node>) change -> followAdded(change, region));
    region.getChildrenUnmodifiable().forEach(head -> follow(head, region));
    region.clipProperty().subscribe(clip -> followClip(clip, region));
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
    double room = room();
    if (compact && width() != compactWidth) {
      // Other text, or text of another size: what room it takes shows only when it is loose.
      setCompact(false);
    }
    if (!compact) {
      naturalWidth = width();
    }
    boolean tight = room > 0 && naturalWidth > room;
    if (tight != compact) {
      setCompact(tight);
    }
  }

  private void setCompact(boolean now) {
    compact = now;
    tabs.pseudoClassStateChanged(COMPACT, compact);
    tabs.applyCss();
    compactWidth = width();
  }

  private double width() {
    return heads.stream()
        .flatMap(region -> region.getChildrenUnmodifiable().stream())
        .mapToDouble(head -> head.prefWidth(-1))
        .sum();
  }

  /// The bar of the heads itself has the width of the last layout by now.
  private double room() {
    double around = tabs.snappedLeftInset() + tabs.snappedRightInset();
    return bar.map(
            region ->
                tabs.getWidth() - around - region.snappedLeftInset() - region.snappedRightInset())
        .orElse(0.0);
  }
}
