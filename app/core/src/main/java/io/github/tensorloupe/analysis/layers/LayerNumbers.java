package io.github.tensorloupe.analysis.layers;

import module java.base;

/// The numbers of a name that may identify its layer, see [LayerMap].
///
/// @param name the name, with dots in place of replaced dots if the blocks are nested
/// @param areNested true if the numbers identify the layer together
record LayerNumbers(String name, List<LayerNumber> numbers, boolean areNested) {

  private static final String ANY = "*";

  /// @param dotted the name with dots in place of replaced dots
  static LayerNumbers of(String name, String dotted) {
    List<LayerNumber> nested = dotted.equals(name) ? List.of() : LayerNumber.nested(dotted);
    return nested.isEmpty()
        ? new LayerNumbers(name, LayerNumber.candidates(name), false)
        : new LayerNumbers(dotted, nested, true);
  }

  /// Adds the values of the numbers to the values of other names with the same pattern.
  void addTo(Map<String, List<Set<Integer>>> valuesByPattern) {
    if (numbers.size() > 1) {
      List<Set<Integer>> values =
          valuesByPattern.computeIfAbsent(
              key(), _ -> numbers.stream().<Set<Integer>>map(_ -> new HashSet<>()).toList());
      for (int place = 0; place < numbers.size(); place++) {
        values.get(place).add(numbers.get(place).value());
      }
    }
  }

  /// Returns the pattern after the count of numbers, because names may contain [#ANY].
  private String key() {
    return numbers.size() + " " + pattern(numbers);
  }

  private String pattern(List<LayerNumber> replaced) {
    StringBuilder pattern = new StringBuilder(name.length());
    int from = 0;
    for (LayerNumber number : replaced) {
      pattern.append(name, from, number.begin()).append(ANY);
      from = number.end();
    }
    int end = areNested ? numbers.getLast().end() : name.length();
    return pattern.append(name, from, end).toString();
  }

  Optional<LayerRole> role(Map<String, List<Set<Integer>>> valuesByPattern) {
    if (numbers.size() < 2) {
      return numbers.stream().findFirst().map(number -> number.roleIn(name));
    }
    List<Set<Integer>> values = valuesByPattern.get(key());
    if (areNested) {
      return Optional.of(nestedRole(values));
    }
    int best = 0;
    for (int place = 1; place < numbers.size(); place++) {
      best = values.get(place).size() > values.get(best).size() ? place : best;
    }
    return Optional.of(numbers.get(best).roleIn(name));
  }

  private LayerRole nestedRole(List<Set<Integer>> values) {
    List<LayerNumber> varying =
        IntStream.range(0, numbers.size())
            .filter(place -> values.get(place).size() > 1)
            .mapToObj(numbers::get)
            .toList();
    varying = varying.isEmpty() ? List.of(numbers.getLast()) : varying;
    String stack = pattern(varying);
    int end = stack.length() - (stack.endsWith("." + ANY) ? ANY.length() + 1 : 0);
    return new LayerRole(
        stack.substring(0, end),
        LayerRole.layerOf(varying.stream().map(LayerNumber::value).toList()),
        name.substring(Math.min(name.length(), numbers.getLast().end() + 1)));
  }
}
