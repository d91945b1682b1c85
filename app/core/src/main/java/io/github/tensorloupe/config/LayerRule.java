package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;

/// Compares the number of layers, and the layers of a stack with each other.
final class LayerRule {

  private static final Set<String> OF_ONE_LAYER = Set.of("relative_attention_bias", "ln0");

  private final Model model;
  private final Collector results;

  LayerRule(Model model, Collector results) {
    this.model = model;
    this.results = results;
  }

  void apply() {
    for (Stack stack : model.stacks()) {
      Optional<Setting> promised = model.layerCount(stack.spec);
      if (promised.isPresent() && !isInconsistent(stack, promised.get())) {
        compareStack(stack, promised.get());
      } else {
        compareLayers(stack, stack.layers.navigableKeySet());
      }
    }
  }

  /// Reports keys that contradict each other, which is the cause of a wrong number of layers.
  private boolean isInconsistent(Stack stack, Setting promised) {
    int types = model.text().node().path("layer_types").size();
    if (types > 0 && types != promised.value() && stack.spec.subject() == Subject.LAYERS) {
      results.add(
          FindingCode.CONFIG_INCONSISTENT,
          Sentence.of(
              "{0} contradicts itself: {1} has {2} {2#entry|entries}, but {3} is {4}. transformers"
                  + " stops before it reads a tensor.",
              promised.file(),
              model.text().qualified("layer_types"),
              types,
              promised.name(),
              promised.value()));
      results.compare(
          stack.spec.subject(),
          promised,
          OptionalLong.of(stack.layers.size()),
          FindingCode.CONFIG_INCONSISTENT,
          List.of());
      return true;
    }
    List<String> keys = stack.spec.keys();
    Optional<Setting> second =
        keys.size() < 2 ? Optional.empty() : model.text().number(keys.subList(1, keys.size()));
    if (second.isPresent() && second.get().value() != promised.value()) {
      results.add(
          FindingCode.CONFIG_INCONSISTENT,
          Severity.WARNING,
          Optional.empty(),
          Sentence.of(
              "{0} contradicts itself: {1} is {2}, but {3} is {4}. transformers 4 uses the first,"
                  + " transformers 5 the second. The tensors have {5} {5#layer|layers}.",
              promised.file(),
              promised.name(),
              promised.value(),
              second.get().name(),
              second.get().value(),
              stack.layers.size()));
      return stack.layers.size() == second.get().value() || stack.layers.size() == promised.value();
    }
    return false;
  }

  void compareStack(Stack stack, Setting promised) {
    NavigableSet<Integer> stored = new TreeSet<>(stack.layers.navigableKeySet());
    NavigableSet<Integer> mtp = new TreeSet<>();
    if (!model.family().mtp().isEmpty()) {
      long count =
          model.text().number(List.of(model.family().mtp())).map(Setting::value).orElse(0L);
      for (int layer : stored) {
        boolean isPromised = layer < promised.value() + count;
        if (layer >= promised.value()
            && (isPromised || MtpRule.hasModule(stack.layers.get(layer)))) {
          mtp.add(layer);
        }
      }
      stored.removeAll(mtp);
    }
    boolean isTower = model.stacks().size() > 1 || !model.family().towers().isEmpty();
    if (stored.isEmpty() && isTower && !model.isDiffusers()) {
      // A missing encoder, decoder or text model is a missing tower.
      return;
    }
    FindingCode finding = compareCount(stack, promised, stored);
    results.compare(
        stack.spec.subject(), promised, OptionalLong.of(stored.size()), finding, example(stack));
    compareLayers(stack, stored);
    if (!model.family().mtp().isEmpty()) {
      new MtpRule(model, results).compare(stack, promised, mtp);
    }
  }

  private static List<Stored> example(Stack stack) {
    return stack.layers.isEmpty()
        ? List.of()
        : stack.layers.lastEntry().getValue().tensors.values().stream().limit(1).toList();
  }

  private FindingCode compareCount(Stack stack, Setting promised, NavigableSet<Integer> stored) {
    NavigableSet<Integer> missing = new TreeSet<>();
    for (int layer = 0; layer < Math.min(promised.value(), 1 << 20); layer++) {
      if (!stored.contains(layer)) {
        missing.add(layer);
      }
    }
    SortedSet<Integer> extra =
        stored.tailSet((int) Math.min(Integer.MAX_VALUE, promised.value()), true);
    FindingCode finding = null;
    if (!extra.isEmpty()) {
      finding = FindingCode.CONFIG_LAYERS_EXTRA;
      results.add(
          finding,
          Sentence.of(
              "{0} says {1} {1#layer|layers} ({2}); the tensors have {3} ({4}). transformers"
                  + " ignores {5#layer|layers} {6}.",
              promised.file(),
              promised.value(),
              promised.name(),
              stored.size(),
              stack.indexes(stored),
              extra.size(),
              Stack.ranges(extra)));
    }
    if (!missing.isEmpty() && model.knowsNames()) {
      finding = FindingCode.CONFIG_LAYERS_MISSING;
      results.add(
          finding,
          Sentence.of(
              "{0} says {1} {1#layer|layers} ({2}); the tensors have {3} ({4}). transformers fills"
                  + " {5#layer|layers} {6} with random values.",
              promised.file(),
              promised.value(),
              promised.name(),
              stored.size(),
              stack.indexes(stored),
              missing.size(),
              Stack.ranges(missing)));
    }
    return finding;
  }

  private void compareLayers(Stack stack, NavigableSet<Integer> layers) {
    if (!model.knowsNames() || layers.size() < 2 || model.isDiffusers()) {
      return;
    }
    // Ordered by layer, then name.
    NavigableMap<Integer, NavigableSet<String>> missing = new TreeMap<>();
    Map<String, Map<Set<String>, NavigableSet<Integer>>> modules = new TreeMap<>();
    for (int layer : layers) {
      Map<String, Set<String>> children = new TreeMap<>();
      Layer tensors = stack.layers.get(layer);
      for (String name : tensors.tensors.keySet()) {
        children.computeIfAbsent(Family.first(name), _ -> new TreeSet<>()).add(name);
      }
      // A layer with experts is of another kind, even if it lacks its router.
      for (String name : tensors.experts.isEmpty() ? Set.<String>of() : tensors.expertModules()) {
        children.computeIfAbsent(Family.first(name), _ -> new TreeSet<>()).add(Stack.EXPERTS);
      }
      children.forEach(
          (child, names) ->
              modules
                  .computeIfAbsent(child, _ -> new HashMap<>())
                  .computeIfAbsent(names, _ -> new TreeSet<>())
                  .add(layer));
    }
    modules.values().forEach(kinds -> addMissing(kinds, layers.size(), missing));
    addMissingModules(modules, layers, missing);
    report(stack, missing);
  }

  /// Compares the layers that have a module: a layer lacks a tensor if it has some tensors of
  /// another kind, but none that this kind lacks.
  private static void addMissing(
      Map<Set<String>, NavigableSet<Integer>> kinds,
      int layerCount,
      NavigableMap<Integer, NavigableSet<String>> missing) {
    for (Map.Entry<Set<String>, NavigableSet<Integer>> part : kinds.entrySet()) {
      for (Map.Entry<Set<String>, NavigableSet<Integer>> whole : kinds.entrySet()) {
        NavigableSet<Integer> holders = whole.getValue();
        boolean isProven =
            part.getValue().size() < holders.size()
                || holders.size() == 1
                    && part.getValue().size() == 1
                    && (layerCount == 2 || holders.first() > 0);
        if (isProven
            && part.getKey().size() < whole.getKey().size()
            && whole.getKey().containsAll(part.getKey())) {
          Set<String> names = new TreeSet<>(whole.getKey());
          names.removeAll(part.getKey());
          names.removeIf(LayerRule::isOfOneLayer);
          names.remove(Stack.EXPERTS);
          if (!names.isEmpty()) {
            part.getValue()
                .forEach(
                    layer -> missing.computeIfAbsent(layer, _ -> new TreeSet<>()).addAll(names));
          }
        }
      }
    }
  }

  private static boolean isOfOneLayer(String name) {
    return OF_ONE_LAYER.stream().anyMatch(name::contains);
  }

  /// Adds the tensors of modules that all other layers have, if each layer has the same modules.
  private void addMissingModules(
      Map<String, Map<Set<String>, NavigableSet<Integer>>> modules,
      NavigableSet<Integer> layers,
      NavigableMap<Integer, NavigableSet<String>> missing) {
    List<NavigableSet<Integer>> holders = new ArrayList<>();
    for (Map<Set<String>, NavigableSet<Integer>> kinds : modules.values()) {
      NavigableSet<Integer> all = new TreeSet<>();
      kinds.values().forEach(all::addAll);
      holders.add(all);
    }
    int child = -1;
    for (Map.Entry<String, Map<Set<String>, NavigableSet<Integer>>> module : modules.entrySet()) {
      child++;
      NavigableSet<Integer> lacking = new TreeSet<>(layers);
      lacking.removeAll(holders.get(child));
      boolean isOptional =
          module.getKey().equals(model.family().optional()) || isOfOneLayer(module.getKey());
      if (lacking.size() != 1 || isOptional || module.getValue().size() != 1) {
        continue;
      }
      int layer = lacking.first();
      // Layers of all kinds have norms.
      boolean isNorm = module.getKey().contains("norm");
      boolean isOtherKind = false;
      for (NavigableSet<Integer> other : holders) {
        isOtherKind |= !isNorm && other.size() == 1 && other.contains(layer);
      }
      if (!isOtherKind) {
        Set<String> names = new TreeSet<>(module.getValue().keySet().iterator().next());
        names.remove(Stack.EXPERTS);
        if (!names.isEmpty()) {
          missing.computeIfAbsent(layer, _ -> new TreeSet<>()).addAll(names);
        }
      }
    }
  }

  private void report(Stack stack, NavigableMap<Integer, NavigableSet<String>> missing) {
    if (missing.isEmpty()) {
      return;
    }
    List<String> names = new ArrayList<>();
    missing.forEach(
        (layer, suffixes) ->
            suffixes.forEach(
                suffix -> names.add(model.nameInFile(stack.prefix + layer + "." + suffix))));
    results.add(
        FindingCode.CONFIG_LAYER_INCOMPLETE,
        names.getFirst(),
        Sentence.of(
            "In {0#layer|layers} {1}, {2} {2#tensor is|tensors are} missing that the other layers"
                + " have: {3}. transformers fills {2#it|them} with random values.",
            missing.size(),
            Stack.ranges(missing.navigableKeySet()),
            names.size(),
            DisplayText.ofAll(names)));
  }
}
