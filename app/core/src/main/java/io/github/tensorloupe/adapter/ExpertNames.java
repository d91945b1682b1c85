package io.github.tensorloupe.adapter;

import module java.base;

/// The names of the parameters that PEFT adapts without a module (`target_parameters`), such as the
/// weights of fused experts. PEFT nests their wrappers in the order of the parameters in the base:
/// the innermost wrapper belongs to the first parameter. Immutable.
///
/// Source: PEFT `tuners/lora/layer.py` (`ParamWrapper`).
///
/// @param targets the configured parameters, or empty
record ExpertNames(List<String> targets) {

  private static final String WRAPPED = ".base_layer";

  /// The maximum number of parts of a configured owner. Bounds the work for long names.
  private static final int MAX_PARTS = 32;

  /// The order of the parameters in the base.
  private static final List<String> ORDER =
      List.of("gate_up_proj", "gate_proj", "up_proj", "down_proj");

  /// Returns the names of adapted parameters by the names of their wrappers.
  Map<String, String> of(Collection<String> wrappers) {
    Map<String, Integer> depths = new LinkedHashMap<>();
    for (String wrapper : wrappers) {
      depths.merge(owner(wrapper), depth(wrapper), Math::max);
    }
    Map<String, Set<String>> byOwner = byOwner(targets);
    Map<String, String> names = new HashMap<>();
    for (String wrapper : wrappers) {
      String owner = owner(wrapper);
      int count = depths.get(owner) + 1;
      List<String> parameters = parameters(owner, count, byOwner);
      if (parameters.size() == count) {
        names.put(wrapper, owner + "." + parameters.get(count - 1 - depth(wrapper)));
      }
    }
    return names;
  }

  private static String owner(String wrapper) {
    int end = wrapper.length();
    while (wrapper.startsWith(WRAPPED, end - WRAPPED.length())) {
      end -= WRAPPED.length();
    }
    return wrapper.substring(0, end);
  }

  private static int depth(String wrapper) {
    return (wrapper.length() - owner(wrapper).length()) / WRAPPED.length();
  }

  private static Map<String, Set<String>> byOwner(List<String> targets) {
    Map<String, Set<String>> byOwner = new HashMap<>();
    for (String target : targets) {
      int end = target.lastIndexOf('.');
      if (end >= 0) {
        byOwner
            .computeIfAbsent(target.substring(0, end), _ -> new LinkedHashSet<>())
            .add(target.substring(end + 1));
      }
    }
    return byOwner;
  }

  /// @param byOwner the names of the configured parameters by the end of the path of their owner
  private List<String> parameters(String owner, int count, Map<String, Set<String>> byOwner) {
    if (targets.isEmpty()) {
      boolean isKnown = owner.endsWith(".experts") && count == 2;
      return isKnown ? List.of(ORDER.getFirst(), ORDER.getLast()) : List.of();
    }
    Set<String> names = new LinkedHashSet<>();
    int begin = owner.length();
    for (int parts = 1; begin >= 0 && parts <= MAX_PARTS; parts++) {
      begin = owner.lastIndexOf('.', begin - 1);
      names.addAll(byOwner.getOrDefault(owner.substring(begin + 1), Set.of()));
    }
    return names.stream()
        .sorted(Comparator.comparingInt(name -> ORDER.indexOf(name) & Integer.MAX_VALUE))
        .toList();
  }
}
