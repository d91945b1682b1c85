package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.SceneWays;

/// The main parts of the window, for whoever goes from one to the next by keys. Each takes the
/// focus again where it had it last. Belongs to the FX thread.
final class Areas {

  /// One part.
  ///
  /// @param node in which everything of it is
  /// @param entry puts the focus there for the first time; empty where the first control takes it
  record Area(Node node, Optional<Runnable> entry) {

    /// Takes the focus with its first control.
    static Area of(Node node) {
      return new Area(node, Optional.empty());
    }

    /// Takes the focus as it says.
    static Area of(Node node, Runnable entry) {
      return new Area(node, Optional.of(entry));
    }
  }

  private final List<Area> areas;
  private final Map<Node, WeakReference<Node>> lastFocused = new WeakHashMap<>();

  /// @param areas in the order in which one goes through them
  Areas(Node root, List<Area> areas) {
    this.areas = areas;
    root.sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(
            owner ->
                around(owner)
                    .ifPresent(area -> lastFocused.put(area.node(), new WeakReference<>(owner))));
  }

  /// Goes to the next part that takes keys, or the one before.
  ///
  /// @param step 1 or -1
  void go(Node focused, int step) {
    int count = areas.size();
    int from = around(focused).map(areas::indexOf).orElse(step > 0 ? count - 1 : 0);
    Stream.iterate(from + step, index -> index + step)
        .limit(count - 1L)
        .map(index -> areas.get(Math.floorMod(index, count)))
        .flatMap(area -> entry(area).stream())
        .findFirst()
        .ifPresent(Runnable::run);
  }

  private Optional<Area> around(Node node) {
    return SceneWays.upFrom(node)
        .flatMap(at -> areas.stream().filter(area -> area.node() == at))
        .findFirst();
  }

  private Optional<Runnable> entry(Area area) {
    Optional<Node> first = SceneWays.traversable(area.node()).findFirst();
    if (first.isEmpty() || !isSeen(area.node())) {
      return Optional.empty();
    }
    return Optional.ofNullable(lastFocused.get(area.node()))
        .map(WeakReference::get)
        .filter(node -> node.isFocusTraversable() && !node.isDisabled() && isSeen(node))
        .filter(node -> around(node).filter(area::equals).isPresent())
        .map(node -> (Runnable) node::requestFocus)
        .or(area::entry)
        .or(() -> first.map(node -> node::requestFocus));
  }

  private static boolean isSeen(Node node) {
    return SceneWays.upFrom(node).allMatch(Node::isVisible);
  }
}
