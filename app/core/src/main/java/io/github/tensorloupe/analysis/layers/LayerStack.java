package io.github.tensorloupe.analysis.layers;

import module java.base;

/// One stack of layers: rows are layers, columns are roles. Immutable.
public final class LayerStack {

  private final String name;
  private final List<String> roles;

  /// For each role the entries of its tensors, ascending.
  private final List<long[]> columns;

  private final int[] layers;

  /// @param byRole for each role the entries of its tensors
  LayerStack(String name, SequencedMap<String, List<Long>> byRole) {
    this.name = name;
    roles = List.copyOf(byRole.keySet());
    columns =
        byRole.values().stream()
            .map(column -> column.stream().mapToLong(Long::longValue).sorted().toArray())
            .toList();
    layers = entries().mapToInt(LayerStack::layerOf).distinct().sorted().toArray();
  }

  /// A tensor and its layer as one number; such numbers are ordered by layer.
  static long entry(int layer, int tensor) {
    return (long) layer << Integer.SIZE | tensor;
  }

  private static int layerOf(long entry) {
    return (int) (entry >> Integer.SIZE);
  }

  private LongStream entries() {
    return columns.stream().flatMapToLong(Arrays::stream);
  }

  /// As in [LayerRole]; of a folder of several files with the file before it.
  public String name() {
    return name;
  }

  /// The number of layers, at least 2 of those that [LayerMap#stacks] gives.
  public int layerCount() {
    return layers.length;
  }

  /// The number of the layer in a row; ascending from row to row, not always without gaps.
  public int layer(int row) {
    return layers[row];
  }

  /// The roles, by their first tensor.
  public List<String> roles() {
    return roles;
  }

  public int tensorCount() {
    return columns.stream().mapToInt(column -> column.length).sum();
  }

  /// The indexes of its tensors, ascending.
  int[] tensors() {
    return entries().mapToInt(entry -> (int) entry).sorted().toArray();
  }

  /// For each role the tensors that have it, by layer.
  Stream<int[]> byRole() {
    return columns.stream()
        .map(column -> Arrays.stream(column).mapToInt(entry -> (int) entry).toArray());
  }

  /// The tensors with a role in other layers, by layer.
  List<Integer> outside(int layer, String role) {
    return Arrays.stream(columns.get(roles.indexOf(role)))
        .filter(entry -> layerOf(entry) != layer)
        .mapToObj(entry -> (int) entry)
        .toList();
  }

  List<Integer> inLayer(int layer) {
    return entries()
        .filter(entry -> layerOf(entry) == layer)
        .mapToObj(entry -> (int) entry)
        .sorted()
        .toList();
  }

  /// The place of a tensor; empty where it is not in the stack. Takes time in proportion to the
  /// tensors of the stack.
  public Optional<LayerPlace> place(int tensor) {
    for (int column = 0; column < columns.size(); column++) {
      for (long entry : columns.get(column)) {
        if ((int) entry == tensor) {
          int row = Arrays.binarySearch(layers, layerOf(entry));
          return Optional.of(new LayerPlace(row, column));
        }
      }
    }
    return Optional.empty();
  }

  /// The index of a tensor, or [LayerMap#NO_TENSOR]; where several have the same name, of the
  /// first.
  public int tensor(int row, int column) {
    long[] entries = columns.get(column);
    int at = Arrays.binarySearch(entries, entry(layers[row], 0));
    int first = at < 0 ? -at - 1 : at;
    return first < entries.length && layerOf(entries[first]) == layers[row]
        ? (int) entries[first]
        : LayerMap.NO_TENSOR;
  }
}
