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

  static boolean hasModule(Layer layer) {
    return layer.tensors.keySet().stream().anyMatch(name -> MODULES.contains(Family.first(name)));
  }

  void compare(Stack stack, Setting layers, NavigableSet<Integer> mtp) {
    String body = model.names().style.body();
    Optional<Setting> setting = model.text().number(List.of(model.family().mtp()));
    long promised = setting.map(Setting::value).orElse(0L);
    boolean hasModule = model.names().hasPrefix("mtp.") || model.names().hasPrefix(body + "mtp.");
    long stored = hasModule ? Math.max(promised, 1) : mtp.size();
    String key = model.text().qualified(model.family().mtp());
    FindingCode finding = null;
    if (stored > 0 && promised == 0) {
      finding = FindingCode.CONFIG_MTP_UNUSED;
      results.add(
          finding,
          Sentence.of(
              "The tensors have {0} {0#layer|layers} for multi-token prediction ({1}), but {2} does"
                  + " not promise any ({3}). Loaders ignore {0#it|them}.",
              stored, hasModule ? "mtp" : stack.indexes(mtp), layers.file(), key));
    } else if (stored < promised && model.knowsNames()) {
      finding = FindingCode.CONFIG_MTP_MISSING;
      results.add(
          finding,
          Sentence.of(
              "{0} promises {1} {1#layer|layers} for multi-token prediction ({2}); the tensors have"
                  + " {3}. transformers does not use {1#it|them}, but speculative decoding fails.",
              layers.file(), promised, key, stored));
    } else if (stored > 0 && !hasModule && model.knowsNames()) {
      finding = reportIncomplete(stack, layers, mtp);
    }
    Setting shown =
        setting.orElseGet(() -> Setting.ofDefault(model.text(), model.family().mtp(), 0));
    if (setting.isPresent() || stored > 0) {
      results.compare(Subject.MTP_LAYERS, shown, OptionalLong.of(stored), finding, List.of());
    }
  }

  private FindingCode reportIncomplete(Stack stack, Setting layers, NavigableSet<Integer> mtp) {
    Layer last = stack.layers.get((int) layers.value() - 1);
    for (int index : mtp) {
      Layer layer = stack.layers.get(index);
      NavigableSet<String> missing = new TreeSet<>();
      MODULES.forEach(module -> missing.add(module + ".weight"));
      if (last != null) {
        missing.addAll(last.tensors.keySet());
        last.experts.forEach(
            (expert, parts) ->
                parts.keySet().forEach(part -> missing.add(Stack.numbered(part, expert))));
      }
      missing.removeAll(layer.tensors.keySet());
      layer.experts.forEach(
          (expert, parts) ->
              parts.keySet().forEach(part -> missing.remove(Stack.numbered(part, expert))));
      if (!missing.isEmpty()) {
        List<String> names = new ArrayList<>();
        missing.forEach(name -> names.add(model.nameInFile(stack.prefix + index + "." + name)));
        results.add(
            FindingCode.CONFIG_MTP_MISSING,
            names.getFirst(),
            Sentence.of(
                "Layer {0}, which is for multi-token prediction, lacks {1} {1#tensor|tensors}: {2}."
                    + " transformers does not use the layer, but speculative decoding fails.",
                index, names.size(), DisplayText.ofAll(names)));
        return FindingCode.CONFIG_MTP_MISSING;
      }
    }
    return null;
  }
}
