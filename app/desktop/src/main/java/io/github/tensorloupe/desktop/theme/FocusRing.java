package io.github.tensorloupe.desktop.theme;

import module java.base;
import module javafx.controls;

/// Draws a frame around the focus owner once the user has pressed a key, and hides it when the user
/// clicks. The frame is above all other nodes, so that none covers it and showing it changes no
/// layout. Belongs to the FX thread.
public final class FocusRing extends StackPane {

  /// Distance between the node and the frame.
  private static final double OUTSET = 4;

  private final Region ring = new Region();
  private final Runnable afterLayout = this::place;
  private boolean keysUsed;

  public FocusRing(Node content) {
    super(content);
    ring.setId("focus-ring");
    ring.getStyleClass().add("focus-ring");
    ring.setManaged(false);
    ring.setMouseTransparent(true);
    ring.setVisible(false);
    getChildren().add(ring);
    addEventFilter(KeyEvent.KEY_PRESSED, event -> note(!event.getCode().isModifierKey()));
    addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> note(false));
    sceneProperty().subscribe(this::onSceneChanged);
  }

  private void note(boolean byKeys) {
    keysUsed = byKeys;
    requestLayout();
  }

  /// Any layout pass may move the framed node without notification.
  private void onSceneChanged(Scene before, Scene now) {
    if (before != null) {
      before.removePostLayoutPulseListener(afterLayout);
    }
    if (now != null) {
      now.addPostLayoutPulseListener(afterLayout);
    }
  }

  private void place() {
    Optional<Bounds> framed =
        Optional.ofNullable(getScene().getFocusOwner())
            .filter(_ -> keysUsed)
            .flatMap(this::visiblePart)
            .flatMap(this::around);
    ring.setVisible(framed.isPresent());
    framed.ifPresent(
        at -> ring.resizeRelocate(at.getMinX(), at.getMinY(), at.getWidth(), at.getHeight()));
  }

  /// Returns the visible part of a node, in the coordinates of this pane, or empty if it is outside
  /// this pane or scrolled out of view.
  private Optional<Bounds> visiblePart(Node node) {
    Bounds visibleBounds = node.localToScene(node.getLayoutBounds());
    Node at = node;
    while (at != null && at != this) {
      if (at.getClip() != null) {
        visibleBounds = common(visibleBounds, at.localToScene(at.getClip().getBoundsInParent()));
      }
      at = at.getParent();
    }
    return at == null || visibleBounds.isEmpty()
        ? Optional.empty()
        : Optional.of(sceneToLocal(visibleBounds));
  }

  /// Limits the frame to the window.
  private Optional<Bounds> around(Bounds inner) {
    Bounds outer =
        new BoundingBox(
            snapPositionX(inner.getMinX()) - OUTSET,
            snapPositionY(inner.getMinY()) - OUTSET,
            snapSizeX(inner.getWidth()) + 2 * OUTSET,
            snapSizeY(inner.getHeight()) + 2 * OUTSET);
    Bounds frame = common(outer, new BoundingBox(0, 0, getWidth(), getHeight()));
    return frame.isEmpty() ? Optional.empty() : Optional.of(frame);
  }

  private static Bounds common(Bounds one, Bounds other) {
    double left = Math.max(one.getMinX(), other.getMinX());
    double top = Math.max(one.getMinY(), other.getMinY());
    double right = Math.min(one.getMaxX(), other.getMaxX());
    double bottom = Math.min(one.getMaxY(), other.getMaxY());
    return new BoundingBox(left, top, right - left, bottom - top);
  }
}
