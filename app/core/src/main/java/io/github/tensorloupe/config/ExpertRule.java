package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.ExpertPart;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the number of experts in each layer.
final class ExpertRule {

  private static final int MAX_EXPERTS = 1 << 20;
  private static final int MAX_MISSING = 4096;

  /// Maximum number of different parts of experts, such as `gate_proj`.
  private static final int MAX_PARTS = 64;

  private final Model model;
  private final Collector results;
  private final Stack stack;
  private final Setting promised;

  /// The absent experts by layer.
  private final NavigableMap<Integer, BitSet> missing = new TreeMap<>();

  private final NavigableMap<Integer, BitSet> extra = new TreeMap<>();

  /// The layers with experts that are dense by the configuration.
  private final BitSet dense = new BitSet();

  /// The layers that have no experts by a list of the configuration.
  private final BitSet denseOnly = new BitSet();

  /// The first names of absent parts of stored experts.
  private final List<String> absentParts = new ArrayList<>();

  private int absentPartCount;

  private long smallest = Long.MAX_VALUE;
  private long largest;

  private ExpertRule(Model model, Collector results, Stack stack, Setting promised) {
    this.model = model;
    this.results = results;
    this.stack = stack;
    this.promised = promised;
  }

  static void apply(Model model, Collector results) {
    Optional<Setting> promised = model.text().number(model.textFamily().words("experts"));
    if (promised.isPresent() && model.stacks().size() == 1) {
      model
          .stacks()
          .forEach(
              (spec, stack) ->
                  new ExpertRule(model, results, stack, promised.get())
                      .compare(model.layerCount(spec).map(Setting::value)));
    }
  }

  private void compare(Optional<Long> layerCount) {
    Set<String> names = new TreeSet<>();
    stack.layers.values().forEach(layer -> names.addAll(layer.parts.keySet()));
    if (names.size() > MAX_PARTS) {
      // These are not the experts of one architecture.
      return;
    }
    for (JsonNode each : model.text().node().path("mlp_only_layers")) {
      if (each.asInt(-1) >= 0 && each.asInt() < MAX_EXPERTS) {
        denseOnly.set(each.asInt());
      }
    }
    boolean hasExperts = stack.layers.values().stream().anyMatch(Layer::hasExperts);
    ExpertPart example = null;
    for (Map.Entry<Integer, Layer> each : stack.layers.entrySet()) {
      int index = each.getKey();
      Layer layer = each.getValue();
      if (layerCount.isPresent() && index >= layerCount.get()) {
        break;
      }
      Map<String, BitSet> experts = new HashMap<>();
      BitSet all = new BitSet();
      layer.parts.forEach((name, part) -> experts.put(name, part.experts()));
      experts.values().forEach(all::or);
      if (layer.hasExperts()) {
        long count = Math.max(layer.fusedExperts, all.cardinality());
        smallest = Math.min(smallest, count);
        largest = Math.max(largest, count);
      }
      if (!layer.parts.isEmpty()) {
        example = layer.parts.values().iterator().next();
      }
      if (!isSparse(index)) {
        dense.set(index, layer.hasExperts());
      } else if (layer.fusedExperts > 0 && layer.parts.isEmpty()) {
        put(missing, index, range(layer.fusedExperts, promised.value()));
        put(extra, index, range(promised.value(), layer.fusedExperts));
      } else if (hasExperts) {
        // Without any experts, their names are unknown.
        compareLayer(index, all, experts, names);
      }
    }
    OptionalLong stored =
        smallest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(smallest);
    List<Stored> evidence = example == null ? List.of() : List.of(example.first());
    results.compare(Subject.EXPERTS, promised, stored, report(), evidence);
  }

  private boolean isSparse(int layer) {
    Section text = model.text();
    if (denseOnly.get(layer)) {
      return false;
    }
    long step = Math.max(1, text.number("decoder_sparse_step", 1));
    long frequency = Math.max(1, text.number("moe_layer_freq", 1));
    long period = Math.max(1, text.number("expert_layer_period", 1));
    return promised.value() > (text.has("expert_layer_period") ? 1 : 0)
        && layer >= text.number("first_k_dense_replace", 0)
        && (layer + 1) % step == 0
        && layer % frequency == 0
        && layer % period == text.number("expert_layer_offset", 0) % period;
  }

  /// @param parts the experts that have a part, by the name of the part
  /// @param names the names of the parts in any layer
  private void compareLayer(
      int index, BitSet experts, Map<String, BitSet> parts, Set<String> names) {
    BitSet others = (BitSet) experts.clone();
    others.clear(0, Math.clamp(promised.value(), 0, MAX_EXPERTS));
    put(extra, index, others);
    if (!model.knowsNames()) {
      return;
    }
    put(missing, index, Stack.difference(range(0, promised.value()), experts));
    Map<String, BitSet> lacking = new TreeMap<>();
    BitSet incomplete = new BitSet();
    for (String name : names) {
      BitSet without = Stack.difference(experts, parts.getOrDefault(name, new BitSet()));
      lacking.put(name, without);
      incomplete.or(without);
    }
    incomplete.stream()
        .forEach(
            expert ->
                lacking.forEach(
                    (name, without) -> {
                      if (without.get(expert) && absentPartCount++ <= Names.MAX_NAMES) {
                        String numbered = Stack.numbered(name, expert);
                        absentParts.add(model.nameInFile(stack.name(index, numbered)));
                      }
                    }));
  }

  private static void put(Map<Integer, BitSet> map, int layer, BitSet experts) {
    if (!experts.isEmpty()) {
      map.put(layer, experts);
    }
  }

  private static BitSet range(long begin, long end) {
    int first = Math.clamp(begin, 0, MAX_EXPERTS);
    BitSet range = new BitSet();
    range.set(first, Math.clamp(end, first, Math.max(first, MAX_MISSING)));
    return range;
  }

  private FindingCode report() {
    FindingCode finding = null;
    if (!extra.isEmpty()) {
      finding = FindingCode.CONFIG_EXPERTS_EXTRA;
      results.add(
          finding,
          Sentence.of(
              "{0} says {1} {1#expert|experts} per layer ({2}); the tensors have up to {3}. In"
                  + " addition: {4}. transformers stops, or ignores them.",
              promised.words(largest, described(extra))));
    }
    if (!dense.isEmpty()) {
      finding = FindingCode.CONFIG_EXPERTS_EXTRA;
      results.add(
          finding,
          Sentence.of(
              "By {0}, {1#layer|layers} {2} {1#has|have} no experts; the tensors have experts"
                  + " there. transformers fills the dense {1#layer|layers} with random values.",
              promised.file(), dense.cardinality(), Stack.ranges(dense)));
    }
    if (!missing.isEmpty()) {
      finding = FindingCode.CONFIG_EXPERTS_MISSING;
      results.add(
          finding,
          Sentence.of(
              "{0} says {1} {1#expert|experts} per layer ({2}); the smallest number of a layer is"
                  + " {3}. Missing: {4}. transformers fills them with random values, or stops.",
              promised.words(smallest == Long.MAX_VALUE ? 0L : smallest, described(missing))));
    }
    if (!absentParts.isEmpty()) {
      finding = FindingCode.CONFIG_EXPERTS_MISSING;
      results.add(
          finding,
          absentParts.getFirst(),
          Sentence.of(
              "{0} {0#part of an expert is|parts of experts are} missing: {1}. {2} says {3}"
                  + " {3#expert|experts} per layer ({4}). transformers fills {0#it|them} with"
                  + " random values, or stops.",
              absentPartCount,
              DisplayText.ofAll(absentParts),
              promised.file(),
              promised.value(),
              promised.name()));
    }
    return finding;
  }

  /// Describes experts by layer, with one entry for layers with the same experts.
  private Sentence described(NavigableMap<Integer, BitSet> experts) {
    // Not a HashMap, because crafted sets can have equal hash codes.
    SortedMap<BitSet, BitSet> layers =
        new TreeMap<>(Comparator.comparing(BitSet::toLongArray, Arrays::compare));
    experts.forEach(
        (layer, numbers) -> layers.computeIfAbsent(numbers, _ -> new BitSet()).set(layer));
    List<Map.Entry<BitSet, BitSet>> entries = new ArrayList<>(layers.entrySet());
    entries.sort(Comparator.comparingInt(each -> each.getValue().nextSetBit(0)));
    return Sentence.joined(
        "; ",
        entries.stream()
            .limit(Names.MAX_NAMES)
            .map(each -> described(each.getKey(), each.getValue()))
            .toList());
  }

  private Sentence described(BitSet numbers, BitSet layers) {
    return Sentence.of(
        "{0#layer|layers} {1}: {2#expert|experts} {3}",
        layers.cardinality(),
        Stack.ranges(layers),
        numbers.cardinality(),
        Stack.ranges(numbers, promised.value() > MAX_MISSING));
  }
}
