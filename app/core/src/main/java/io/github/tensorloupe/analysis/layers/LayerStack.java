package io.github.tensorloupe.analysis.layers;

import module java.base;

/// One stack of layers: rows are layers, columns are roles. Immutable.
public final class LayerStack {

  private final int number;
  private final String name;
  private final int[] layers;
  private final int[] roles;
  private final List<String> roleNames;
  private final TensorPlaces places;

  /// @param number that of the stack in `places`
  /// @param roles the numbers of the roles in `places`, ascending
  LayerStack(int number, String name, int[] roles, List<String> roleNames, TensorPlaces places) {
    this.number = number;
    this.name = name;
    this.layers = places.layers(number);
    this.roles = roles;
    this.roleNames = List.copyOf(roleNames);
    this.places = places;
  }

  /// As in [LayerRole]; of a folder of several files with the file before it.
  public String name() {
    return name;
  }

  /// The number of layers, at least 2.
  public int layerCount() {
    return layers.length;
  }

  /// The number of the layer in a row; ascending from row to row, not always without gaps.
  public int layer(int row) {
    return layers[row];
  }

  /// The roles, by their first tensor.
  public List<String> roles() {
    return roleNames;
  }

  /// The number of tensors that are in the stack.
  public int tensorCount() {
    return places.byStack().group(number).length;
  }

  /// The indexes of its tensors, by layer.
  public int[] tensors() {
    return places.byStack().group(number);
  }

  /// The place of a tensor; empty where it is not in the stack.
  public Optional<LayerPlace> place(int tensor) {
    return places.stackOf()[tensor] == number
        ? Optional.of(
            new LayerPlace(
                Arrays.binarySearch(layers, places.layerOf()[tensor]),
                Arrays.binarySearch(roles, places.roleOf()[tensor])))
        : Optional.empty();
  }

  /// The index of a tensor, or [LayerMap#NO_TENSOR]; where several have the same name, of the
  /// first.
  public int tensor(int row, int column) {
    return places.tensor(roles[column], layers[row]);
  }
}
