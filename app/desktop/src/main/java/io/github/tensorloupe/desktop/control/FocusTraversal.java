package io.github.tensorloupe.desktop.control;

import module java.base;
import module javafx.controls;

/// Scene graph traversal for focus and key handling. Belongs to the FX thread.
public final class FocusTraversal {

  private FocusTraversal() {}

  /// Returns a node and its ancestors, innermost first.
  ///
  /// @param node null for none
  public static Stream<Node> upFrom(Node node) {
    return Stream.iterate(node, Objects::nonNull, Node::getParent);
  }

  /// Returns true if a node is the other one or inside it.
  ///
  /// @param node null for none
  public static boolean isInside(Node node, Node parent) {
    return upFrom(node).anyMatch(parent::equals);
  }

  /// Returns the focusable nodes at and below a node, in the order of focus traversal.
  public static Stream<Node> traversable(Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return Stream.empty();
    }
    Stream<Node> below =
        node instanceof Parent parent
            ? parent.getChildrenUnmodifiable().stream().flatMap(FocusTraversal::traversable)
            : Stream.empty();
    return node.isFocusTraversable() ? Stream.concat(Stream.of(node), below) : below;
  }

  /// Returns a handler that runs an action for a key and consumes the event.
  public static EventHandler<KeyEvent> atKey(KeyCode key, Runnable action) {
    return event -> {
      if (event.getCode() == key) {
        event.consume();
        action.run();
      }
    };
  }

  /// Runs an action whenever a node loses the focus, and at once if it does not have the focus.
  public static void whenLeft(Node node, Runnable action) {
    node.focusedProperty()
        .subscribe(
            focused -> {
              if (!focused) {
                action.run();
              }
            });
  }

  /// Returns the focus owner in the scene of a node.
  public static Optional<Node> focusOwnerOf(Node node) {
    return Optional.ofNullable(node.getScene()).map(Scene::getFocusOwner);
  }
}
