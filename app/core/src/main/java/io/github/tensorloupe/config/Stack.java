package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.StackSpec;

/// The layers of a stack, such as all tensors whose names begin with `model.layers.`.
final class Stack {

  private static final int MAX_DIGITS = 6;
  static final String EXPERTS = "experts.";
  private static final String STACKED = "switch_mlp.";
  private static final int EXPERT_PARTS = 4;
  private static final int MAX_EXPERT_MODULES = 16;

  /// One layer.
  static final class Layer {
    /// The tensors by the name in the layer, such as `mlp.up_proj.weight`.
    final Map<String, Stored> tensors = new LinkedHashMap<>();

    /// The parts by the number of the expert.
    final NavigableMap<Integer, Map<String, Stored>> experts = new TreeMap<>();

    /// The number of experts in fused tensors, or 0.
    long fusedExperts;

    /// Returns the names of the parts of an expert, such as `mlp.experts.up_proj.weight`.
    Set<String> expertModules() {
      return experts.firstEntry().getValue().keySet();
    }

    boolean hasExperts() {
      return fusedExperts > 0 || !experts.isEmpty();
    }

    long expertCount() {
      return Math.max(fusedExperts, experts.size());
    }

    /// Calls the action with the tensors of a module, which has several in experts.
    void forEach(String module, Consumer<Stored> action) {
      Stored tensor = tensors.get(module);
      if (tensor != null) {
        action.accept(tensor);
      }
      if (module.contains(EXPERTS)) {
        for (Map<String, Stored> parts : experts.values()) {
          Stored part = parts.get(module);
          if (part != null) {
            action.accept(part);
          }
        }
      }
    }
  }

  final StackSpec spec;
  final String prefix;
  final NavigableMap<Integer, Layer> layers = new TreeMap<>();

  private final List<String> expertModules = new ArrayList<>();

  /// @param prefix the complete prefix, such as `model.layers.`
  Stack(StackSpec spec, String prefix) {
    this.spec = spec;
    this.prefix = prefix;
  }

  /// Adds a tensor if it belongs to the stack.
  boolean add(Stored tensor) {
    String name = tensor.name();
    int begin = prefix.length();
    int end = endOfNumber(name, begin);
    if (!name.startsWith(prefix)
        || end == begin
        || end >= name.length()
        || name.charAt(end) != '.') {
      return false;
    }
    Layer layer = layers.computeIfAbsent(Integer.parseInt(name, begin, end, 10), _ -> new Layer());
    int experts = name.indexOf(EXPERTS, end + 1);
    // Other modules have names such as `shared_experts`.
    boolean isExperts = experts > 0 && name.charAt(experts - 1) == '.';
    int number = experts + EXPERTS.length();
    int numberEnd = isExperts ? endOfNumber(name, number) : number;
    if (numberEnd > number && numberEnd < name.length() && name.charAt(numberEnd) == '.') {
      layer
          .experts
          .computeIfAbsent(
              Integer.parseInt(name, number, numberEnd, 10), _ -> new HashMap<>(EXPERT_PARTS))
          .put(expertModule(name, end + 1, number, numberEnd + 1), tensor);
      return true;
    }
    String suffix = name.substring(end + 1);
    layer.tensors.put(suffix, tensor);
    if ((isExperts || suffix.contains(STACKED)) && tensor.rank() >= 2) {
      layer.fusedExperts = tensor.dimension(0);
    }
    return true;
  }

  /// Returns the name of a part of an expert without the number of the expert. Reuses texts, whose
  /// hash codes are known, because a stack may have many experts.
  private String expertModule(String name, int begin, int number, int rest) {
    int length = number - begin;
    for (String module : expertModules) {
      if (module.length() == length + name.length() - rest
          && module.regionMatches(0, name, begin, length)
          && module.regionMatches(length, name, rest, name.length() - rest)) {
        return module;
      }
    }
    String module = name.substring(begin, number) + name.substring(rest);
    if (expertModules.size() < MAX_EXPERT_MODULES) {
      expertModules.add(module);
    }
    return module;
  }

  /// Returns the name of a part of an expert with the number of the expert.
  static String numbered(String module, int expert) {
    int end = module.indexOf(EXPERTS) + EXPERTS.length();
    return module.substring(0, end) + expert + "." + module.substring(end);
  }

  private static int endOfNumber(String name, int begin) {
    int end = begin;
    while (end < name.length()
        && end < begin + MAX_DIGITS
        && name.charAt(end) >= '0'
        && name.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /// Returns the indexes as text, such as `model.layers.0–3, 5`.
  String indexes(SortedSet<Integer> indexes) {
    return prefix + ranges(indexes);
  }

  /// Returns numbers as text, such as `0–3, 5`, with at most eight ranges.
  static String ranges(SortedSet<Integer> numbers) {
    List<String> ranges = new ArrayList<>();
    Integer begin = null;
    int previous = 0;
    for (int number : numbers) {
      if (begin != null && number == previous + 1) {
        previous = number;
        continue;
      }
      if (begin != null) {
        ranges.add(range(begin, previous));
      }
      begin = number;
      previous = number;
    }
    if (begin != null) {
      ranges.add(range(begin, previous));
    }
    return ranges.size() <= Names.MAX_NAMES
        ? String.join(", ", ranges)
        : String.join(", ", ranges.subList(0, Names.MAX_NAMES)) + ", …";
  }

  private static String range(int begin, int end) {
    return begin == end ? "" + begin : begin + (end == begin + 1 ? ", " : "–") + end;
  }
}
