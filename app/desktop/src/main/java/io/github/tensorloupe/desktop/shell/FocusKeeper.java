package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

/// Leaves the focus where somebody works when they press a button of a bar with the mouse, as tool
/// bars of desktops do; by keys the buttons are reached as ever. Otherwise what a button starts,
/// such as the review of a save, would give the focus back to the button and not to the work.
final class FocusKeeper {

  private final Node bar;

  /// What had the focus, and what it was in, from the inside out: a field of a list is gone once it
  /// has lost the focus.
  private List<Node> before = List.of();

  private FocusKeeper(Node bar) {
    this.bar = bar;
  }

  /// Does so for all buttons inside.
  static void in(Node bar) {
    FocusKeeper keeper = new FocusKeeper(bar);
    bar.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> keeper.note());
    // The button acts only after this.
    bar.addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> keeper.giveBack());
  }

  private void note() {
    List<Node> way = new ArrayList<>();
    Scene scene = bar.getScene();
    for (Node at = scene.getFocusOwner(); at != null; at = at.getParent()) {
      way.add(at);
    }
    before = way.contains(bar) ? List.of() : way;
  }

  private void giveBack() {
    List<Node> way = before;
    before = List.of();
    way.stream()
        .filter(node -> node.getScene() == bar.getScene() && node.isFocusTraversable())
        .findFirst()
        .ifPresent(Node::requestFocus);
  }
}
