package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.SceneWays;

/// The main parts of the window, for whoever goes from one to the next by keys. Each takes the
/// focus again where it had it last. Belongs to the FX thread.
final class Areas {

  private final Supplier<List<Node>> all;
  private final Map<Node, Runnable> entries = new HashMap<>();
  private final Map<Node, WeakReference<Node>> lastFocused = new WeakHashMap<>();

  /// @param all gives the parts that are there now, in the order in which one goes through them
  Areas(Node root, Supplier<List<Node>> all) {
    this.all = all;
    root.sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(
            owner ->
                around(owner).ifPresent(area -> lastFocused.put(area, new WeakReference<>(owner))));
  }

  /// Says what puts the focus into a part for the first time, in place of its first control.
  void enter(Node area, Runnable entry) {
    entries.put(area, entry);
  }

  /// @param step 1 to go to the next part that takes keys, -1 for the previous one
  void go(Node focused, int step) {
    List<Node> areas = all.get();
    int count = areas.size();
    int from = around(focused).map(areas::indexOf).orElse(step > 0 ? count - 1 : 0);
    Stream.iterate(from + step, index -> index + step)
        .limit(count - 1L)
        .map(index -> areas.get(Math.floorMod(index, count)))
        .flatMap(area -> entry(area).stream())
        .findFirst()
        .ifPresent(Runnable::run);
  }

  private Optional<Node> around(Node node) {
    return SceneWays.upFrom(node).filter(all.get()::contains).findFirst();
  }

  private Optional<Runnable> entry(Node area) {
    Optional<Node> first = SceneWays.traversable(area).findFirst();
    if (first.isEmpty() || !isSeen(area)) {
      return Optional.empty();
    }
    return Optional.ofNullable(lastFocused.get(area))
        .map(WeakReference::get)
        .filter(node -> node.isFocusTraversable() && !node.isDisabled() && isSeen(node))
        .filter(node -> around(node).filter(area::equals).isPresent())
        .map(node -> (Runnable) node::requestFocus)
        .or(() -> Optional.ofNullable(entries.get(area)))
        .or(() -> first.map(node -> node::requestFocus));
  }

  private static boolean isSeen(Node node) {
    return SceneWays.upFrom(node).allMatch(Node::isVisible);
  }
}
