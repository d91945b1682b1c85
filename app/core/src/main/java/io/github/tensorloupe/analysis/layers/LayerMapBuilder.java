package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// Collects the tensors of a [LayerMap] and groups them. Takes memory in proportion to the names.
final class LayerMapBuilder {

  private record StackRole(int stack, String role) {

    private static final int MIXER = 0x9E3779B9;

    /// Numbered roles in numbered stacks are common, and a plain sum would give many the same.
    @Override
    public int hashCode() {
      return stack * MIXER ^ role.hashCode();
    }
  }

  private final Map<String, Integer> stackNumbers = new HashMap<>();
  private final Map<StackRole, Integer> roleNumbers = new HashMap<>();
  private final List<String> stackNames = new ArrayList<>();
  private final List<StackRole> roles = new ArrayList<>();
  private final int[] layerOf;
  private final int[] roleOf;
  private int tensorCount;

  LayerMapBuilder(int tensorCount) {
    layerOf = new int[tensorCount];
    roleOf = new int[tensorCount];
  }

  /// Adds tensors whose names are to be compared with each other.
  ///
  /// @param origin goes before the names of their stacks
  void add(String origin, List<String> names, Cancellation cancellation) {
    LayerNumberChoice choice = new LayerNumberChoice(names);
    for (int i = 0; i < names.size(); i++) {
      cancellation.check();
      String name = names.get(i);
      choice
          .of(i)
          .map(number -> number.roleIn(name))
          .ifPresentOrElse(role -> place(origin, role), this::placeNowhere);
      tensorCount++;
    }
  }

  private void place(String origin, LayerRole role) {
    int stack =
        stackNumbers.computeIfAbsent(
            origin + role.stack(),
            name -> {
              stackNames.add(name);
              return stackNames.size() - 1;
            });
    layerOf[tensorCount] = role.layer();
    roleOf[tensorCount] =
        roleNumbers.computeIfAbsent(
            new StackRole(stack, role.role()),
            key -> {
              roles.add(key);
              return roles.size() - 1;
            });
  }

  private void placeNowhere() {
    roleOf[tensorCount] = LayerMap.NO_ROLE;
  }

  LayerMap build() {
    int[] stackOfRole = roles.stream().mapToInt(StackRole::stack).toArray();
    int[] stackOf =
        Arrays.stream(roleOf).map(role -> role < 0 ? role : stackOfRole[role]).toArray();
    return new LayerMap(
        stackNames,
        roles.stream().map(StackRole::role).toList(),
        Groups.of(stackOfRole, stackNames.size()),
        new TensorPlaces(
            layerOf,
            roleOf,
            stackOf,
            Groups.of(stackOf, stackNames.size()).sortedBy(layerOf),
            Groups.of(roleOf, roles.size()).sortedBy(layerOf)));
  }
}
