package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

/// A tab pane whose headers move closer together if there is not enough space for all of them. A
/// header that would be clipped is hidden. The menu next to them lists all tabs; the header of the
/// selected tab is always visible.
final class CompactTabPane extends TabPane {

  private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

  private Optional<Region> bar = Optional.empty();
  private Optional<Region> heads = Optional.empty();
  private double naturalWidth;
  private double compactWidth;
  private boolean compact;

  CompactTabPane() {
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    skinProperty().subscribe(() -> findHeads());
  }

  private void findHeads() {
    bar = regionOf(".tab-header-area");
    heads = regionOf(".headers-region");
    heads.ifPresent(CompactTabPane::hideClipped);
  }

  private Optional<Region> regionOf(String selector) {
    return Optional.ofNullable(lookup(selector)).map(Region.class::cast);
  }

  private static void hideClipped(Region heads) {
    ObservableList<Node> all = heads.getChildrenUnmodifiable();
    Consumer<Node> follow = head -> head.boundsInParentProperty().subscribe(_ -> show(head, heads));
    all.forEach(follow);
    all.addListener(
        (ListChangeListener<Node>)
            change -> {
              while (change.next()) {
                change.getAddedSubList().forEach(follow);
              }
            });
    heads
        .clipProperty()
        .flatMap(Node::boundsInParentProperty)
        .subscribe(_ -> all.forEach(head -> show(head, heads)));
  }

  /// Sets the opacity, since the skin controls the visibility of headers.
  private static void show(Node head, Region heads) {
    Bounds at = head.getBoundsInParent();
    Bounds clip = heads.getClip() == null ? at : heads.getClip().getBoundsInParent();
    boolean whole =
        clip.getWidth() <= 0
            || at.getMinX() >= clip.getMinX() - 1 && at.getMaxX() <= clip.getMaxX() + 1;
    head.setOpacity(whole ? 1 : 0);
    head.setMouseTransparent(!whole);
  }

  @Override
  protected void layoutChildren() {
    fit();
    super.layoutChildren();
  }

  private void fit() {
    double room = room();
    if (compact && headsWidth() != compactWidth) {
      // The text or its size changed. The natural width can only be measured in the normal style.
      setCompact(false);
    }
    if (!compact) {
      naturalWidth = headsWidth();
    }
    boolean tight = room > 0 && naturalWidth > room;
    if (tight != compact) {
      setCompact(tight);
    }
  }

  private void setCompact(boolean now) {
    compact = now;
    bar.ifPresent(
        region -> {
          region.pseudoClassStateChanged(COMPACT, compact);
          region.applyCss();
        });
    compactWidth = headsWidth();
  }

  private double headsWidth() {
    return heads.stream()
        .flatMap(region -> region.getChildrenUnmodifiable().stream())
        .mapToDouble(head -> head.prefWidth(-1))
        .sum();
  }

  /// Computed from the tab pane, because the header area still has the width of the last layout.
  private double room() {
    double around = snappedLeftInset() + snappedRightInset();
    return bar.map(
            region -> getWidth() - around - region.snappedLeftInset() - region.snappedRightInset())
        .orElse(0.0);
  }
}
