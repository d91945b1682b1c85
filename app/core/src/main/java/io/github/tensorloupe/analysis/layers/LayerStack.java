package io.github.tensorloupe.analysis.layers;

import module java.base;

/// One stack of layers: rows are layers, columns are roles. Immutable.
public final class LayerStack {

  private final LayerMap map;
  private final int number;
  private final int[] layers;
  private final int[] roles;
  private final List<String> roleNames;

  /// @param number that of the stack in the map
  LayerStack(LayerMap map, int number) {
    this.map = map;
    this.number = number;
    layers = map.layers(number);
    roles = map.roles(number);
    roleNames = Arrays.stream(roles).mapToObj(map::roleName).toList();
  }

  /// As in [LayerRole]; of a folder of several files with the file before it.
  public String name() {
    return map.stackName(number);
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
    return map.tensors(number).length;
  }

  /// The indexes of its tensors, by layer.
  public int[] tensors() {
    return map.tensors(number).clone();
  }

  /// The place of a tensor; empty where it is not in the stack.
  public Optional<LayerPlace> place(int tensor) {
    OptionalInt role = map.roleIn(number, tensor);
    return role.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LayerPlace(
                Arrays.binarySearch(layers, map.layerOf(tensor)),
                Arrays.binarySearch(roles, role.getAsInt())));
  }

  /// The index of a tensor, or [LayerMap#NO_TENSOR]; where several have the same name, of the
  /// first.
  public int tensor(int row, int column) {
    return map.tensor(roles[column], layers[row]);
  }
}
