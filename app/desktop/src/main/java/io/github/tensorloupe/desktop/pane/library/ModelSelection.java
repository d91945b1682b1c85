package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.base;

import java.nio.file.Path;

/// The selected models of the library. Belongs to the FX thread.
final class ModelSelection {

  /// The selected models in the order of their selection.
  final ObjectProperty<List<Path>> all = new SimpleObjectProperty<>(List.of());

  /// The model that was selected last, from which the keys move.
  final ObservableValue<Optional<Path>> current =
      all.map(paths -> paths.isEmpty() ? Optional.empty() : Optional.of(paths.getLast()));

  /// The indexes of the selected models. Thousands of models may be selected.
  private Map<Path, Integer> positions = Map.of();

  /// The first model of a range.
  private Optional<Path> anchor = Optional.empty();

  ModelSelection() {
    all.subscribe(this::updatePositions);
  }

  private void updatePositions(List<Path> paths) {
    positions = new HashMap<>();
    paths.forEach(path -> positions.put(path, positions.size()));
  }

  boolean contains(Path path) {
    return positions.containsKey(path);
  }

  boolean isMultiple() {
    return all.get().size() > 1;
  }

  /// Selects only this model.
  void select(Path path) {
    anchor = Optional.of(path);
    all.set(List.of(path));
  }

  void toggle(Path path) {
    List<Path> paths = new ArrayList<>(all.get());
    if (!paths.remove(path)) {
      paths.add(path);
    }
    anchor = Optional.of(path);
    all.set(List.copyOf(paths));
  }

  /// Selects the range from the model that was last selected alone.
  void extendTo(Path path, List<LibraryItem> shown) {
    List<Path> paths = shown.stream().map(LibraryItem::path).toList();
    int begin = anchor.map(paths::indexOf).orElse(-1);
    int end = paths.indexOf(path);
    if (begin < 0 || end < 0) {
      select(path);
    } else {
      List<Path> range = paths.subList(Math.min(begin, end), Math.max(begin, end) + 1);
      all.set(List.copyOf(begin <= end ? range : range.reversed()));
    }
  }

  /// Selects these models. Models that are already selected keep their order.
  void set(Collection<Path> paths) {
    Set<Path> ordered = new LinkedHashSet<>(all.get());
    ordered.retainAll(Set.copyOf(paths));
    ordered.addAll(paths);
    all.set(List.copyOf(ordered));
  }

  /// Returns the selected models that are shown, in the order of their selection.
  List<LibraryItem> items(List<LibraryItem> shown) {
    return shown.stream()
        .filter(item -> contains(item.path()))
        .sorted(Comparator.comparingInt(item -> positions.get(item.path())))
        .toList();
  }
}
