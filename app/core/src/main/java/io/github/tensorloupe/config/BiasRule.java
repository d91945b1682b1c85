package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.BiasSpec;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;

/// Compares the biases of projections with the keys that promise or exclude them.
///
/// @param quantized the names of quantized weights
record BiasRule(Model model, Collector results, Set<String> quantized) {

  void apply() {
    model.textFamily().biases().forEach(this::compare);
  }

  private void compare(BiasSpec spec) {
    Optional<Boolean> configured = model.text().flag(spec.key());
    boolean isPromised = configured.orElse(spec.isDefault());
    boolean hasModule = false;
    List<Stored> stored = new ArrayList<>();
    for (Stack stack : model.stacks().values()) {
      for (Layer layer : stack.layers.values()) {
        Stored weight = layer.tensors.get(spec.module() + ".weight");
        Stored bias = layer.tensors.get(spec.module() + ".bias");
        hasModule |= weight != null;
        // Some quantizers add biases to all modules.
        if (bias != null && (isPromised || weight == null || !quantized.contains(weight.name()))) {
          stored.add(bias);
        }
      }
    }
    if (hasModule && isPromised && stored.isEmpty() && model.knowsNames()) {
      results.add(
          FindingCode.CONFIG_BIAS,
          Sentence.of(
              "{0}, but no bias of {1} is stored. transformers fills the biases with initial"
                  + " values.",
              setting(spec, configured), spec.module()));
    } else if (!isPromised && !stored.isEmpty()) {
      results.add(
          FindingCode.CONFIG_BIAS,
          Severity.WARNING,
          Sentence.of(
              "{0}, but {1} {1#bias is|biases are} stored: {2}. transformers ignores {1#it|them},"
                  + " which changes the results.",
              setting(spec, configured), stored.size(), Stored.shownNames(stored)));
    }
  }

  private Sentence setting(BiasSpec spec, Optional<Boolean> configured) {
    String file = model.text().file();
    String key = model.text().qualified(spec.key());
    if (configured.isPresent()) {
      return Sentence.of("{0} says {1}: {2}", file, key, configured.get());
    }
    if (!spec.key().isEmpty()) {
      return Sentence.of("{0} has no {1}, and its default is {2}", file, key, spec.isDefault());
    }
    String type = DisplayText.of(model.type());
    return spec.isDefault()
        ? Sentence.of("{0} says {1}, which has biases in {2}", file, type, spec.module())
        : Sentence.of("{0} says {1}, which has no biases in {2}", file, type, spec.module());
  }
}
