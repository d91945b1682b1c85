package io.github.tensorloupe.analysis.layers;

import module java.base;

/// A table of tensors whose rows are the layers of a stack. The columns are roles or, in the stack
/// of one role of a mixture of experts, the experts. Immutable.
public final class LayerStack {

  private static final String ANY_EXPERT = "*";

  private final String name;
  private final Optional<String> expertRole;
  private final List<String> roles;

  /// The entries (see [#entry]) of each column, ascending.
  private final List<long[]> columns;

  private final int[] layers;

  /// @param byRole the entries of each role
  static LayerStack of(String name, SequencedMap<String, LongStream.Builder> byRole) {
    SequencedMap<String, long[]> entries = new LinkedHashMap<>();
    byRole.forEach((role, all) -> entries.put(role, all.build().sorted().toArray()));
    return new LayerStack(name, Optional.empty(), entries);
  }

  private LayerStack(
      String name, Optional<String> expertRole, SequencedMap<String, long[]> byRole) {
    this.name = name;
    this.expertRole = expertRole;
    roles = List.copyOf(byRole.keySet());
    columns = List.copyOf(byRole.values());
    layers = entries().mapToInt(LayerStack::layerOf).distinct().sorted().toArray();
  }

  /// Returns this stack without the tensors of experts, followed by one stack per expert role.
  Stream<LayerStack> splitExperts() {
    SequencedMap<String, long[]> others = new LinkedHashMap<>();
    SequencedMap<String, NavigableMap<Integer, Integer>> experts = new LinkedHashMap<>();
    for (int column = 0; column < roles.size(); column++) {
      String role = roles.get(column);
      Optional<LayerNumber> number = LayerNumber.expert(role);
      if (number.isEmpty()) {
        others.put(role, columns.get(column));
      } else {
        int end = number.get().end();
        String all = role.substring(0, number.get().begin()) + ANY_EXPERT + role.substring(end);
        experts.computeIfAbsent(all, _ -> new TreeMap<>()).put(number.get().value(), column);
      }
    }
    if (experts.isEmpty()) {
      return Stream.of(this);
    }
    List<LayerStack> stacks = new ArrayList<>();
    stacks.add(new LayerStack(name, Optional.empty(), others));
    experts.forEach(
        (role, byNumber) -> {
          SequencedMap<String, long[]> byExpert = new LinkedHashMap<>();
          byNumber.values().forEach(at -> byExpert.put(roles.get(at), columns.get(at)));
          stacks.add(new LayerStack(name, Optional.of(role), byExpert));
        });
    return stacks.stream();
  }

  /// Combines a layer (high bits) and a tensor index (low bits) into one number.
  static long entry(int layer, int tensor) {
    return (long) layer << Integer.SIZE | tensor;
  }

  private static int layerOf(long entry) {
    return (int) (entry >> Integer.SIZE);
  }

  private LongStream entries() {
    return columns.stream().flatMapToLong(Arrays::stream);
  }

  /// Returns the name, see [LayerRole#stack()]. If the checkpoint has several parts, the name
  /// starts with the label of the part.
  public String name() {
    return name;
  }

  /// Returns the common role of all tensors, with `*` in place of the expert number, if the columns
  /// are experts, or empty if the columns are roles.
  public Optional<String> expertRole() {
    return expertRole;
  }

  boolean hasSeveralRowsOrExperts() {
    return layers.length > 1 || expertRole.isPresent() && roles.size() > 1;
  }

  public int layerCount() {
    return layers.length;
  }

  /// Returns the layer number of a row. Layer numbers ascend from row to row and may have gaps.
  public int layer(int row) {
    return layers[row];
  }

  /// Returns the layer number of a row as text, see [LayerRole#label].
  public String layerLabel(int row) {
    return LayerRole.label(layers[row]);
  }

  /// Returns the roles of the columns, ordered by their first tensor, or by expert number if the
  /// columns are experts.
  public List<String> roles() {
    return roles;
  }

  /// Returns distinct short names of the columns, in order; the expert numbers if the columns are
  /// experts.
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

  /// Returns the indexes of all tensors in ascending order.
  public int[] tensors() {
    return entries().mapToInt(entry -> (int) entry).sorted().toArray();
  }

  /// Returns the tensor indexes of each column, ordered by layer.
  public Stream<int[]> byRole() {
    return columns.stream()
        .map(column -> Arrays.stream(column).mapToInt(entry -> (int) entry).toArray());
  }

  List<Integer> inOtherLayers(int layer, String role) {
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

  /// Returns the cell of a tensor, or empty if the tensor is not in the stack. Takes time linear in
  /// the number of tensors.
  public Optional<LayerCell> cellOf(int tensor) {
    for (int column = 0; column < columns.size(); column++) {
      for (long entry : columns.get(column)) {
        if ((int) entry == tensor) {
          int row = Arrays.binarySearch(layers, layerOf(entry));
          return Optional.of(new LayerCell(row, column));
        }
      }
    }
    return Optional.empty();
  }

  /// Returns the index of the tensor in a cell, or [LayerMap#NO_TENSOR] if the cell is empty. If
  /// several tensors have the same name, returns the first.
  public int tensor(int row, int column) {
    long[] entries = columns.get(column);
    int at = Arrays.binarySearch(entries, entry(layers[row], 0));
    int first = at < 0 ? -at - 1 : at;
    return first < entries.length && layerOf(entries[first]) == layers[row]
        ? (int) entries[first]
        : LayerMap.NO_TENSOR;
  }
}
