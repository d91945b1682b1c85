package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the layers for multi-token prediction, which follow the other layers.
record MtpRule(Model model, Collector results) {

  private static final List<String> MODULES = List.of("eh_proj", "enorm", "hnorm");

  /// Returns the layers for multi-token prediction.
  ///
  /// @param layerCount the configured number of other layers
  BitSet find(Stack stack, long layerCount) {
    BitSet layers = new BitSet();
    String key = model.family().text("mtp");
    long end = layerCount + model.text().number(key).map(Setting::value).orElse(0L);
    stack.layers.forEach(
        (index, layer) -> {
          if (!key.isEmpty() && index >= layerCount && (index < end || hasModule(layer))) {
            layers.set(index);
          }
        });
    return layers;
  }

  private static boolean hasModule(Layer layer) {
    return layer.tensors.keySet().stream().anyMatch(name -> MODULES.contains(Family.first(name)));
  }

  /// Compares the layers that [#find] returns with the configuration.
  void compare(Stack stack, Setting layers, BitSet mtp) {
    String key = model.family().text("mtp");
    if (key.isEmpty()) {
      return;
    }
    Names names = model.names();
    Optional<Setting> setting = model.text().number(key);
    long promised = setting.map(Setting::value).orElse(0L);
    boolean hasModule = names.hasPrefix("mtp.") || names.hasPrefix(names.style().body() + "mtp.");
    long stored = hasModule ? Math.max(promised, 1) : mtp.cardinality();
    String name = model.text().qualified(key);
    FindingCode finding = null;
    if (stored > 0 && promised == 0) {
      finding = FindingCode.CONFIG_MTP_UNUSED;
      results.add(
          FindingCode.CONFIG_MTP_UNUSED,
          Sentence.of(
              "The tensors have {0} {0#layer|layers} for multi-token prediction ({1}), but {2} does"
                  + " not promise any ({3}). Loaders ignore {0#it|them}.",
              stored, hasModule ? "mtp" : stack.shown(mtp), layers.file(), name));
    } else if (stored < promised && model.knowsNames()) {
      finding = FindingCode.CONFIG_MTP_MISSING;
      results.add(
          FindingCode.CONFIG_MTP_MISSING,
          Sentence.of(
              "{0} promises {1} {1#layer|layers} for multi-token prediction ({2}); the tensors have"
                  + " {3}. transformers does not use {1#it|them}, but speculative decoding fails.",
              layers.file(), promised, name, stored));
    } else if (stored > 0 && !hasModule && model.knowsNames()) {
      finding = reportIncomplete(stack, layers, mtp);
    }
    if (setting.isPresent() || stored > 0) {
      Setting shown = setting.orElseGet(() -> Setting.ofDefault(model.text(), key, 0));
      OptionalLong count = OptionalLong.of(stored);
      results.compare(Subject.MTP_LAYERS, shown, count, finding, List.of());
    }
  }

  private FindingCode reportIncomplete(Stack stack, Setting layers, BitSet mtp) {
    NavigableSet<String> expected = new TreeSet<>();
    MODULES.forEach(module -> expected.add(module + ".weight"));
    Layer last = stack.layers.get((int) layers.value() - 1);
    expected.addAll(last == null ? Set.of() : last.names());
    for (int index : mtp.stream().toArray()) {
      List<String> missing = new ArrayList<>(expected);
      missing.removeAll(stack.layers.get(index).names());
      if (!missing.isEmpty()) {
        missing.replaceAll(name -> model.nameInFile(stack.name(index, name)));
        results.add(
            FindingCode.CONFIG_MTP_MISSING,
            missing.getFirst(),
            Sentence.of(
                "Layer {0}, which is for multi-token prediction, lacks {1} {1#tensor|tensors}: {2}."
                    + " transformers does not use the layer, but speculative decoding fails.",
                index, missing.size(), DisplayText.ofAll(missing)));
        return FindingCode.CONFIG_MTP_MISSING;
      }
    }
    return null;
  }
}
