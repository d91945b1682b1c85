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

  /// Decides which of the numbers in a name is that of the layer, by comparing names.
  ///
  /// Of the candidates of a name it is the one that takes the most different values among the names
  /// that differ from it in nothing but candidates; of several such the first.
  private static final class LayerNumberChoice {

    private static final int VALUE_BITS = 17;
    private static final int PLACE_BITS = 2;

    private final List<List<LayerNumber>> candidates;
    private final int[] patterns;
    private final int[] differentValues;

    /// @param names all names to compare
    LayerNumberChoice(List<String> names) {
      candidates = new ArrayList<>(names.size());
      patterns = new int[names.size()];
      Map<String, Integer> numbers = new HashMap<>();
      int total = 0;
      for (String name : names) {
        List<LayerNumber> found = LayerNumber.candidates(name);
        if (found.size() > 1) {
          patterns[candidates.size()] =
              numbers.computeIfAbsent(pattern(name, found), _ -> numbers.size());
          total += found.size();
        }
        candidates.add(found);
      }
      differentValues = countValues(total, numbers.size());
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

    private int[] countValues(int total, int patternCount) {
      long[] occurring = new long[total];
      int filled = 0;
      for (int i = 0; i < patterns.length; i++) {
        List<LayerNumber> numbers = candidates.get(i);
        for (int place = 0; numbers.size() > 1 && place < numbers.size(); place++) {
          occurring[filled++] = ((long) slot(i, place) << VALUE_BITS) | numbers.get(place).value();
        }
      }
      Arrays.sort(occurring);
      int[] counts = new int[patternCount << PLACE_BITS];
      for (int i = 0; i < occurring.length; i++) {
        if (i == 0 || occurring[i] != occurring[i - 1]) {
          counts[(int) (occurring[i] >>> VALUE_BITS)]++;
        }
      }
      return counts;
    }

    private int slot(int name, int place) {
      return (patterns[name] << PLACE_BITS) | place;
    }

    /// The number of a name's layer; empty where it has none.
    Optional<LayerNumber> of(int name) {
      List<LayerNumber> numbers = candidates.get(name);
      if (numbers.isEmpty()) {
        return Optional.empty();
      }
      int best = 0;
      for (int place = 1; place < numbers.size(); place++) {
        if (differentValues[slot(name, place)] > differentValues[slot(name, best)]) {
          best = place;
        }
      }
      return Optional.of(numbers.get(best));
    }
  }
}
