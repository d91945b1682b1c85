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
          .of(i, name)
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
    return new LayerMap(
        stackNames,
        roles.stream().map(StackRole::role).toList(),
        roles.stream().mapToInt(StackRole::stack).toArray(),
        layerOf,
        roleOf);
  }

  /// Decides which of the numbers in a name is that of the layer, by comparing names.
  ///
  /// Of the candidates of a name it is the one that takes the most different values among the names
  /// that differ from it in nothing but candidates; of several such the first.
  private static final class LayerNumberChoice {

    private final List<List<LayerNumber>> candidates = new ArrayList<>();

    /// By pattern, the different values of each candidate.
    private final Map<String, List<Set<Integer>>> valuesByPattern = new HashMap<>();

    /// @param names all names to compare
    LayerNumberChoice(List<String> names) {
      for (String name : names) {
        List<LayerNumber> found = LayerNumber.candidates(name);
        candidates.add(found);
        if (found.size() > 1) {
          List<Set<Integer>> values =
              valuesByPattern.computeIfAbsent(
                  pattern(name, found),
                  _ -> found.stream().<Set<Integer>>map(_ -> new HashSet<>()).toList());
          for (int place = 0; place < found.size(); place++) {
            values.get(place).add(found.get(place).value());
          }
        }
      }
    }

    private static String pattern(String name, List<LayerNumber> numbers) {
      StringBuilder pattern = new StringBuilder(name.length());
      int from = 0;
      for (LayerNumber number : numbers) {
        pattern.append(name, from, number.begin()).append('*');
        from = number.end();
      }
      return pattern.append(name, from, name.length()).toString();
    }

    /// The number of a name's layer; empty where it has none.
    ///
    /// @param index that of the name
    Optional<LayerNumber> of(int index, String name) {
      List<LayerNumber> numbers = candidates.get(index);
      if (numbers.size() < 2) {
        return numbers.stream().findFirst();
      }
      List<Set<Integer>> values = valuesByPattern.get(pattern(name, numbers));
      int best = 0;
      for (int place = 1; place < numbers.size(); place++) {
        if (values.get(place).size() > values.get(best).size()) {
          best = place;
        }
      }
      return Optional.of(numbers.get(best));
    }
  }
}
