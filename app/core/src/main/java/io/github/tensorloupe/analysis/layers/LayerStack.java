package io.github.tensorloupe.analysis.layers;

import module java.base;

/// One stack of layers: rows are layers, columns are roles. Those of a mixture of experts are
/// stacks of their own, one for each role that all experts have, with a column for each expert.
/// Immutable.
public final class LayerStack {

  private static final String ANY_EXPERT = "*";

  private final String name;
  private final Optional<String> expertRole;
  private final List<String> roles;

  /// For each role the entries of its tensors, ascending.
  private final List<long[]> columns;

  private final int[] layers;

  LayerStack(String name, SequencedMap<String, long[]> byRole) {
    this(name, Optional.empty(), byRole);
  }

  private LayerStack(
      String name, Optional<String> expertRole, SequencedMap<String, long[]> byRole) {
    this.name = name;
    this.expertRole = expertRole;
    roles = List.copyOf(byRole.keySet());
    columns =
        byRole.values().stream().map(column -> Arrays.stream(column).sorted().toArray()).toList();
    layers = entries().mapToInt(LayerStack::layerOf).distinct().sorted().toArray();
  }

  /// This stack without the tensors of experts, then the stacks of its experts.
  Stream<LayerStack> apartFromExperts() {
    SequencedMap<String, long[]> others = new LinkedHashMap<>();
    SequencedMap<String, NavigableMap<Integer, Integer>> experts = new LinkedHashMap<>();
    for (int column = 0; column < roles.size(); column++) {
      String role = roles.get(column);
      Optional<LayerNumber> number = LayerNumber.expert(role);
      if (number.isEmpty()) {
        others.put(role, columns.get(column));
      } else {
        String all =
            role.substring(0, number.get().begin())
                + ANY_EXPERT
                + role.substring(number.get().end());
        experts.computeIfAbsent(all, _ -> new TreeMap<>()).put(number.get().value(), column);
      }
    }
    if (experts.isEmpty()) {
      return Stream.of(this);
    }
    Stream<LayerStack> apart =
        experts.entrySet().stream()
            .map(
                each -> {
                  SequencedMap<String, long[]> byExpert = new LinkedHashMap<>();
                  each.getValue()
                      .forEach((_, column) -> byExpert.put(roles.get(column), columns.get(column)));
                  return new LayerStack(name, Optional.of(each.getKey()), byExpert);
                });
    return Stream.concat(Stream.of(new LayerStack(name, others)), apart);
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

  /// The role of all its tensors, with an asterisk for the number of the expert, where the columns
  /// are experts and not roles.
  public Optional<String> expertRole() {
    return expertRole;
  }

  /// The number of layers; of those that [LayerMap#stacks] gives at least 2, or 1 of more than one
  /// expert.
  public int layerCount() {
    return layers.length;
  }

  /// The number of the layer in a row; ascending from row to row, not always without gaps.
  public int layer(int row) {
    return layers[row];
  }

  /// The roles of the columns: by their first tensor or, of experts, by their numbers.
  public List<String> roles() {
    return roles;
  }

  /// The short names of the columns, in their order, all different: of experts their numbers.
  public List<String> columnNames() {
    return expertRole.isEmpty()
        ? RoleNames.shortened(roles)
        : roles.stream()
            .map(role -> Integer.toString(LayerNumber.expert(role).orElseThrow().value()))
            .toList();
  }

  public int tensorCount() {
    return columns.stream().mapToInt(column -> column.length).sum();
  }

  /// The indexes of its tensors, ascending.
  public int[] tensors() {
    return entries().mapToInt(entry -> (int) entry).sorted().toArray();
  }

  /// For each role the tensors that have it, by layer.
  public Stream<int[]> byRole() {
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
