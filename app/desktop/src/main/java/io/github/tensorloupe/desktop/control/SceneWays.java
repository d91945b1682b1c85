package io.github.tensorloupe.desktop.control;

import module java.base;
import module javafx.controls;

/// Ways through a scene graph, for the focus and for keys. Belongs to the FX thread.
public final class SceneWays {

  private SceneWays() {}

  /// A node and everything that it is in, from the inside out.
  ///
  /// @param node null for none
  public static Stream<Node> upFrom(Node node) {
    return Stream.iterate(node, Objects::nonNull, Node::getParent);
  }

  /// True if a node is another one or in it.
  ///
  /// @param node null for none
  public static boolean isInside(Node node, Node parent) {
    return upFrom(node).anyMatch(parent::equals);
  }

  /// The controls at and below a node that the Tab key leads to, in its order.
  public static Stream<Node> traversable(Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return Stream.empty();
    }
    Stream<Node> below =
        node instanceof Parent parent
            ? parent.getChildrenUnmodifiable().stream().flatMap(SceneWays::traversable)
            : Stream.empty();
    return node.isFocusTraversable() ? Stream.concat(Stream.of(node), below) : below;
  }

  /// Does something at a key, which goes no further.
  public static EventHandler<KeyEvent> atKey(KeyCode key, Runnable action) {
    return event -> {
      if (event.getCode() == key) {
        event.consume();
        action.run();
      }
    };
  }

  /// Does something whenever a node loses the focus, and at once unless it has it.
  public static void whenLeft(Node node, Runnable action) {
    node.focusedProperty()
        .subscribe(
            focused -> {
              if (!focused) {
                action.run();
              }
            });
  }

  /// The node that has the focus in the scene of another one.
  public static Optional<Node> focusedBeside(Node node) {
    return Optional.ofNullable(node.getScene()).map(Scene::getFocusOwner);
  }
}
