package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;

/// The main areas of the window, for moving the focus between them with the keyboard. Each area
/// restores its last focus owner. Belongs to the FX thread.
final class FocusAreas {

  private final Supplier<List<Node>> all;
  private final Map<Node, Runnable> entries = new HashMap<>();
  private final Map<Node, WeakReference<Node>> lastFocused = new WeakHashMap<>();

  /// @param all supplies the current areas, in traversal order
  FocusAreas(Node root, Supplier<List<Node>> all) {
    this.all = all;
    root.sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(
            owner ->
                around(owner).ifPresent(area -> lastFocused.put(area, new WeakReference<>(owner))));
  }

  /// Sets the action that first moves the focus into an area, instead of focusing its first
  /// control.
  void enter(Node area, Runnable entry) {
    entries.put(area, entry);
  }

  /// Moves the focus to another area.
  ///
  /// @param step 1 for the next area that can be focused, -1 for the previous one
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
    return FocusTraversal.upFrom(node).filter(all.get()::contains).findFirst();
  }

  private Optional<Runnable> entry(Node area) {
    Optional<Node> first = FocusTraversal.traversable(area).findFirst();
    if (first.isEmpty() || !isTreeVisible(area)) {
      return Optional.empty();
    }
    return Optional.ofNullable(lastFocused.get(area))
        .map(WeakReference::get)
        .filter(node -> node.isFocusTraversable() && !node.isDisabled() && isTreeVisible(node))
        .filter(node -> around(node).filter(area::equals).isPresent())
        .map(node -> (Runnable) node::requestFocus)
        .or(() -> Optional.ofNullable(entries.get(area)))
        .or(() -> first.map(node -> node::requestFocus));
  }

  private static boolean isTreeVisible(Node node) {
    return FocusTraversal.upFrom(node).allMatch(Node::isVisible);
  }
}
