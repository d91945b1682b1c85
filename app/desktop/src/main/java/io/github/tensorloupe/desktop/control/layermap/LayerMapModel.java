package io.github.tensorloupe.desktop.control.layermap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.StackStatistic;

/// A layer map as it is shown: its stack, what is known of it, and where the keyboard and the
/// selected tensor are. Tensors are given by the indexes that the stack has. Belongs to the FX
/// thread.
public final class LayerMapModel {

  private final ObjectProperty<Optional<LayerStack>> stack =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<StackStatistic>> heatMap =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<LayerPlace>> cursor =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<LayerPlace>> selectedPlace =
      new SimpleObjectProperty<>(Optional.empty());
  private final IntConsumer onSelect;

  /// @param onSelect takes the tensor that a person selects
  public LayerMapModel(IntConsumer onSelect) {
    this.onSelect = onSelect;
    stack.subscribe((_, _) -> cursor.set(Optional.empty()));
  }

  public ObjectProperty<Optional<LayerStack>> stackProperty() {
    return stack;
  }

  /// The map of the stack; empty while there is none.
  public ObjectProperty<Optional<StackStatistic>> heatMapProperty() {
    return heatMap;
  }

  public ReadOnlyObjectProperty<Optional<LayerPlace>> cursorProperty() {
    return cursor;
  }

  /// The place of the selected tensor, if it is in the stack that is shown.
  public ReadOnlyObjectProperty<Optional<LayerPlace>> selectedPlaceProperty() {
    return selectedPlace;
  }

  /// Follows the tensor that is selected elsewhere.
  public void follow(Optional<Integer> selected) {
    selectedPlace.set(
        selected.flatMap(tensor -> stack.get().flatMap(shown -> shown.place(tensor))));
    selectedPlace.get().ifPresent(place -> cursor.set(Optional.of(place)));
  }

  /// Moves the keyboard's place, at most to an edge; the first move goes to the first place.
  public void moveCursor(int rows, int columns) {
    Optional<LayerPlace> from = cursor.get();
    if (heatMap.get().isPresent()) {
      StackStatistic map = heatMap.get().get();
      long row = from.map(place -> place.row() + (long) rows).orElse(0L);
      long column = from.map(place -> place.column() + (long) columns).orElse(0L);
      int toRow = Math.clamp(row, 0, map.rowCount() - 1);
      int toColumn = Math.clamp(column, 0, map.columnCount() - 1);
      cursor.set(Optional.of(new LayerPlace(toRow, toColumn)));
    }
  }

  /// Puts the keyboard's place somewhere and selects the tensor that is there.
  public void select(LayerPlace place) {
    cursor.set(Optional.of(place));
    heatMap.get().flatMap(map -> map.tensor(place)).ifPresent(onSelect::accept);
  }

  public void selectAtCursor() {
    cursor.get().ifPresent(this::select);
  }
}
