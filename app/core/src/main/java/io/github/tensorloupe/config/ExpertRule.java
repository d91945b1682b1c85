package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the number of experts in each layer.
final class ExpertRule {

  private final Model model;
  private final Collector results;
  private final Setting promised;

  /// The absent experts by layer.
  private final NavigableMap<Integer, NavigableSet<Integer>> missing = new TreeMap<>();

  private final NavigableMap<Integer, NavigableSet<Integer>> extra = new TreeMap<>();

  /// The layers with experts that are dense by the configuration.
  private final NavigableSet<Integer> dense = new TreeSet<>();

  /// The names of absent parts of stored experts.
  private final List<String> parts = new ArrayList<>();

  private long smallest = Long.MAX_VALUE;
  private long largest;

  private ExpertRule(Model model, Collector results, Setting promised) {
    this.model = model;
    this.results = results;
    this.promised = promised;
  }

  static void apply(Model model, Collector results) {
    Optional<Setting> promised = model.text().number(model.textFamily().experts());
    if (promised.isPresent() && model.stacks().size() == 1) {
      new ExpertRule(model, results, promised.get()).compare(model.stacks().getFirst());
    }
  }

  private void compare(Stack stack) {
    long layerCount =
        model.layerCount(stack.spec).map(Setting::value).orElse((long) Integer.MAX_VALUE);
    Set<String> modules = new TreeSet<>();
    for (Layer layer : stack.layers.values()) {
      layer.experts.values().forEach(each -> modules.addAll(each.keySet()));
    }
    Stored example = null;
    for (Map.Entry<Integer, Layer> each : stack.layers.entrySet()) {
      int index = each.getKey();
      Layer layer = each.getValue();
      if (index >= layerCount) {
        break;
      }
      if (layer.hasExperts()) {
        smallest = Math.min(smallest, layer.expertCount());
        largest = Math.max(largest, layer.expertCount());
        example =
            layer.experts.isEmpty()
                ? example
                : layer.experts.firstEntry().getValue().values().iterator().next();
      }
      if (isSparse(index)) {
        compareLayer(stack, index, layer, modules);
      } else if (layer.hasExperts()) {
        dense.add(index);
      }
    }
    FindingCode finding = report();
    results.compare(
        Subject.EXPERTS,
        promised,
        smallest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(smallest),
        finding,
        example == null ? List.of() : List.of(example));
  }

  private boolean isSparse(int layer) {
    Section text = model.text();
    for (JsonNode each : text.node().path("mlp_only_layers")) {
      if (each.asInt(-1) == layer) {
        return false;
      }
    }
    long first = number("first_k_dense_replace", 0);
    long step = Math.max(1, number("decoder_sparse_step", 1));
    long frequency = Math.max(1, number("moe_layer_freq", 1));
    long period = Math.max(1, number("expert_layer_period", 1));
    return promised.value() > (text.has("expert_layer_period") ? 1 : 0)
        && layer >= first
        && (layer + 1) % step == 0
        && layer % frequency == 0
        && layer % period == number("expert_layer_offset", 0) % period;
  }

  private long number(String key, long absent) {
    return model.text().number(List.of(key)).map(Setting::value).orElse(absent);
  }

  private void compareLayer(Stack stack, int index, Layer layer, Set<String> modules) {
    if (layer.fusedExperts > 0 && layer.experts.isEmpty()) {
      if (layer.fusedExperts < promised.value()) {
        missing.put(index, range(layer.fusedExperts, promised.value()));
      } else if (layer.fusedExperts > promised.value()) {
        extra.put(index, range(promised.value(), layer.fusedExperts));
      }
      return;
    }
    if (layer.experts.isEmpty() && smallestIsUnknown(stack)) {
      return;
    }
    NavigableSet<Integer> absent = range(0, promised.value());
    absent.removeAll(layer.experts.keySet());
    if (!absent.isEmpty() && model.knowsNames()) {
      missing.put(index, absent);
    }
    SortedSet<Integer> others =
        layer.experts.navigableKeySet().tailSet((int) Math.min(1 << 20, promised.value()));
    if (!others.isEmpty()) {
      extra.put(index, new TreeSet<>(others));
    }
    layer.experts.forEach(
        (expert, stored) -> {
          for (String module : modules) {
            if (!stored.containsKey(module) && model.knowsNames()) {
              String name = Stack.numbered(module, expert);
              parts.add(model.nameInFile(stack.prefix + index + "." + name));
            }
          }
        });
  }

  /// Returns true if the names of the experts are unknown, because no layer has any.
  private static boolean smallestIsUnknown(Stack stack) {
    return stack.layers.values().stream().noneMatch(Layer::hasExperts);
  }

  private static NavigableSet<Integer> range(long begin, long end) {
    NavigableSet<Integer> range = new TreeSet<>();
    for (long each = begin; each < Math.min(end, begin + 4096); each++) {
      range.add((int) each);
    }
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
              promised.file(), promised.value(), promised.name(), largest, described(extra)));
    }
    if (!dense.isEmpty()) {
      finding = FindingCode.CONFIG_EXPERTS_EXTRA;
      results.add(
          finding,
          Sentence.of(
              "By {0}, {1#layer|layers} {2} {1#has|have} no experts; the tensors have experts"
                  + " there. transformers fills the dense {1#layer|layers} with random values.",
              promised.file(), dense.size(), Stack.ranges(dense)));
    }
    if (!missing.isEmpty()) {
      finding = FindingCode.CONFIG_EXPERTS_MISSING;
      results.add(
          finding,
          Sentence.of(
              "{0} says {1} {1#expert|experts} per layer ({2}); the smallest number of a layer is"
                  + " {3}. Missing: {4}. transformers fills them with random values, or stops.",
              promised.file(),
              promised.value(),
              promised.name(),
              smallest == Long.MAX_VALUE ? 0L : smallest,
              described(missing)));
    }
    if (!parts.isEmpty()) {
      finding = FindingCode.CONFIG_EXPERTS_MISSING;
      results.add(
          finding,
          parts.getFirst(),
          Sentence.of(
              "{0} {0#part of an expert is|parts of experts are} missing: {1}. {2} says {3}"
                  + " {3#expert|experts} per layer ({4}). transformers fills {0#it|them} with"
                  + " random values, or stops.",
              parts.size(),
              DisplayText.ofAll(parts),
              promised.file(),
              promised.value(),
              promised.name()));
    }
    return finding;
  }

  /// Describes experts by layer, with one entry for layers with the same experts.
  private static Sentence described(NavigableMap<Integer, NavigableSet<Integer>> experts) {
    SequencedMap<NavigableSet<Integer>, NavigableSet<Integer>> layers = new LinkedHashMap<>();
    experts.forEach(
        (layer, absent) -> layers.computeIfAbsent(absent, _ -> new TreeSet<>()).add(layer));
    List<Sentence> entries = new ArrayList<>();
    for (Map.Entry<NavigableSet<Integer>, NavigableSet<Integer>> each : layers.entrySet()) {
      if (entries.size() == Names.MAX_NAMES) {
        break;
      }
      entries.add(
          Sentence.of(
              "{0#layer|layers} {1}: {2#expert|experts} {3}",
              each.getValue().size(),
              Stack.ranges(each.getValue()),
              each.getKey().size(),
              Stack.ranges(each.getKey())));
    }
    return Sentence.joined("; ", entries);
  }
}
