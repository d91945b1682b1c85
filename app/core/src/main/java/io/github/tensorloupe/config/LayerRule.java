package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.StackSpec;
import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;

/// Compares the number of layers, and the layers of a stack with each other.
record LayerRule(Model model, Collector results) {

  private static final List<String> OF_ONE_LAYER = List.of("relative_attention_bias", "ln0");

  /// The mark of a layer with experts, in sets of names.
  private static final String EXPERTS = "experts.";

  private static final int MAX_LAYERS = 1 << 20;

  /// Maximum number of different sets of tensors in the layers of one architecture.
  private static final int MAX_KINDS = 64;

  void apply() {
    model.stacks().forEach(this::apply);
  }

  private void apply(StackSpec spec, Stack stack) {
    Optional<Setting> promised = model.layerCount(spec);
    if (promised.isPresent() && !isInconsistent(spec, stack, promised.get())) {
      compareStack(spec.subject(), stack, promised.get());
    } else {
      compareLayers(stack, stack.indexes());
    }
  }

  /// Reports keys that contradict each other, which is the cause of a wrong number of layers.
  private boolean isInconsistent(StackSpec spec, Stack stack, Setting promised) {
    int types = model.text().node().path("layer_types").size();
    int stored = stack.layers.size();
    if (types > 0 && types != promised.value() && spec.subject() == Subject.LAYERS) {
      FindingCode finding = FindingCode.CONFIG_INCONSISTENT;
      String key = model.text().qualified("layer_types");
      results.add(
          finding,
          Sentence.of(
              "{0} contradicts itself: {1} has {2} {2#entry|entries}, but {3} is {4}. transformers"
                  + " stops before it reads a tensor.",
              promised.file(), key, types, promised.name(), promised.value()));
      results.compare(spec.subject(), promised, OptionalLong.of(stored), finding, List.of());
      return true;
    }
    Optional<Setting> second = model.text().number(spec.keys().stream().skip(1).toList());
    if (second.isEmpty() || second.get().value() == promised.value()) {
      return false;
    }
    long other = second.get().value();
    results.add(
        FindingCode.CONFIG_INCONSISTENT,
        Severity.WARNING,
        Sentence.of(
            "{0} contradicts itself: {1} is {2}, but {3} is {4}. transformers 4 uses the first,"
                + " transformers 5 the second. The tensors have {5} {5#layer|layers}.",
            promised.file(),
            promised.name(),
            promised.value(),
            second.get().name(),
            other,
            stored));
    return stored == other || stored == promised.value();
  }

  void compareStack(Subject subject, Stack stack, Setting promised) {
    MtpRule mtpRule = new MtpRule(model, results);
    BitSet mtp = mtpRule.find(stack, promised.value());
    BitSet stored = Stack.difference(stack.indexes(), mtp);
    boolean isTower =
        model.stacks().size() > 1
            || model.embedding().isEmpty() && !model.family().node().path("towers").isEmpty();
    if (stored.isEmpty() && isTower && !model.isDiffusers()) {
      // A missing encoder, decoder or text model is a missing tower.
      return;
    }
    FindingCode finding = compareCount(stack, promised, stored);
    List<Stored> example =
        stack.layers.isEmpty()
            ? List.of()
            : stack.layers.lastEntry().getValue().tensors.values().stream().limit(1).toList();
    OptionalLong count = OptionalLong.of(stored.cardinality());
    results.compare(subject, promised, count, finding, example);
    compareLayers(stack, stored);
    mtpRule.compare(stack, promised, mtp);
  }

  private FindingCode compareCount(Stack stack, Setting promised, BitSet stored) {
    int count = Math.clamp(promised.value(), 0, MAX_LAYERS);
    BitSet expected = new BitSet();
    expected.set(0, count);
    BitSet missing = Stack.difference(expected, stored);
    BitSet extra = Stack.difference(stored, expected);
    FindingCode finding = null;
    if (!extra.isEmpty()) {
      finding = FindingCode.CONFIG_LAYERS_EXTRA;
      results.add(
          finding,
          Sentence.of(
              "{0} says {1} {1#layer|layers} ({2}); the tensors have {3} ({4}). transformers"
                  + " ignores {5#layer|layers} {6}.",
              words(promised, stack, stored, extra)));
    }
    if (!missing.isEmpty() && model.knowsNames()) {
      finding = FindingCode.CONFIG_LAYERS_MISSING;
      results.add(
          finding,
          Sentence.of(
              "{0} says {1} {1#layer|layers} ({2}); the tensors have {3} ({4}). transformers fills"
                  + " {5#layer|layers} {6} with random values.",
              words(promised, stack, stored, missing)));
    }
    return finding;
  }

  private static Object[] words(Setting promised, Stack stack, BitSet stored, BitSet different) {
    return promised.words(
        stored.cardinality(),
        stack.shown(stored),
        different.cardinality(),
        Stack.ranges(different, promised.value() > MAX_LAYERS));
  }

  private void compareLayers(Stack stack, BitSet layers) {
    if (!model.knowsNames() || layers.cardinality() < 2 || model.isDiffusers()) {
      return;
    }
    // The layers by the names in each module.
    Map<String, Map<Set<String>, BitSet>> modules = new TreeMap<>();
    for (int index : layers.stream().toArray()) {
      Map<String, Set<String>> namesByModule = new HashMap<>();
      Layer layer = stack.layers.get(index);
      for (String name : layer.tensors.keySet()) {
        if (OF_ONE_LAYER.stream().noneMatch(name::contains)) {
          namesByModule.computeIfAbsent(Family.first(name), _ -> new HashSet<>()).add(name);
        }
      }
      // A layer with experts is of another kind, even if it lacks its router.
      for (String name : layer.parts.keySet()) {
        namesByModule.computeIfAbsent(Family.first(name), _ -> new HashSet<>()).add(EXPERTS);
      }
      namesByModule.forEach(
          (module, names) ->
              modules
                  .computeIfAbsent(module, _ -> new HashMap<>())
                  .computeIfAbsent(names, _ -> new BitSet())
                  .set(index));
    }
    NavigableMap<Integer, NavigableSet<String>> missing = new TreeMap<>();
    modules.values().forEach(kinds -> addMissing(kinds, layers.cardinality(), missing));
    addMissingModules(modules, layers, missing);
    if (!missing.isEmpty()) {
      report(stack, missing);
    }
  }

  /// Compares the layers that have a module: a layer lacks a tensor if it has some tensors of
  /// another kind, but none that this kind lacks.
  private static void addMissing(
      Map<Set<String>, BitSet> kinds,
      int layerCount,
      NavigableMap<Integer, NavigableSet<String>> missing) {
    if (kinds.size() > MAX_KINDS) {
      return;
    }
    kinds.forEach(
        (part, lacking) ->
            kinds.forEach(
                (whole, holders) -> {
                  int count = lacking.cardinality();
                  boolean isSinglePair = count == 1 && holders.cardinality() == 1;
                  boolean isProven =
                      count < holders.cardinality()
                          || isSinglePair && (layerCount == 2 || !holders.get(0));
                  if (isProven && part.size() < whole.size() && whole.containsAll(part)) {
                    NavigableSet<String> names = new TreeSet<>(whole);
                    names.removeAll(part);
                    add(missing, lacking, names);
                  }
                }));
  }

  private static void add(
      NavigableMap<Integer, NavigableSet<String>> missing,
      BitSet layers,
      NavigableSet<String> names) {
    names.remove(EXPERTS);
    if (!names.isEmpty()) {
      layers.stream()
          .forEach(layer -> missing.computeIfAbsent(layer, _ -> new TreeSet<>()).addAll(names));
    }
  }

  /// Adds the tensors of modules that all other layers have, if each layer has the same modules.
  private void addMissingModules(
      Map<String, Map<Set<String>, BitSet>> modules,
      BitSet layers,
      NavigableMap<Integer, NavigableSet<String>> missing) {
    Map<String, BitSet> holders = new HashMap<>();
    BitSet otherKinds = new BitSet();
    modules.forEach(
        (module, kinds) -> {
          BitSet all = new BitSet();
          kinds.values().forEach(all::or);
          holders.put(module, all);
          if (all.cardinality() == 1) {
            otherKinds.or(all);
          }
        });
    modules.forEach(
        (module, kinds) -> {
          BitSet lacking = Stack.difference(layers, holders.get(module));
          boolean isOptional = module.equals(model.family().text("optional"));
          // Layers of all kinds have norms.
          boolean isOtherKind = !module.contains("norm") && lacking.intersects(otherKinds);
          if (lacking.cardinality() == 1 && kinds.size() == 1 && !isOptional && !isOtherKind) {
            add(missing, lacking, new TreeSet<>(kinds.keySet().iterator().next()));
          }
        });
  }

  private void report(Stack stack, NavigableMap<Integer, NavigableSet<String>> missing) {
    List<String> names = new ArrayList<>();
    BitSet layers = new BitSet();
    missing.forEach(
        (layer, suffixes) -> {
          layers.set(layer);
          suffixes.forEach(suffix -> names.add(model.nameInFile(stack.name(layer, suffix))));
        });
    results.add(
        FindingCode.CONFIG_LAYER_INCOMPLETE,
        names.getFirst(),
        Sentence.of(
            "In {0#layer|layers} {1}, {2} {2#tensor is|tensors are} missing that the other layers"
                + " have: {3}. transformers fills {2#it|them} with random values.",
            missing.size(), Stack.ranges(layers), names.size(), DisplayText.ofAll(names)));
  }
}
