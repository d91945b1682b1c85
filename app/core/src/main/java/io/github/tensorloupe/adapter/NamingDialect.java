package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The naming convention of a module, which determines the programs that load it.
public enum NamingDialect implements Spelled {
  KOHYA("kohya", "sd-scripts", "musubi-tuner", "ComfyUI", "diffusers"),
  /// The prefix of kohya before a path with dots.
  MIXED("kohya with dots"),
  PEFT("PEFT", "PEFT", "transformers", "vLLM"),
  DIFFUSERS("diffusers", "diffusers", "ComfyUI"),
  COMFYUI("ComfyUI", "ComfyUI", "ai-toolkit", "diffusers"),
  MLX("MLX", "mlx-lm"),
  CLONEOFSIMO("cloneofsimo", "cloneofsimo/lora"),
  /// The names of the base, without a prefix.
  ORIGINAL("base");

  private static final Pattern PREFIX_OF_KOHYA = Pattern.compile("^(lora|lycoris|b?oft)_");
  private static final Pattern PREFIX_OF_DIFFUSERS =
      Pattern.compile("^(transformer|unet|prior|text_encoder(_[23])?)\\.|\\.processor\\b");

  private final String label;
  private final List<String> loaders;

  NamingDialect(String label, String... loaders) {
    this.label = label;
    this.loaders = List.of(loaders);
  }

  static NamingDialect of(AdapterModule module) {
    String name = module.name();
    boolean hasPrefixOfKohya = PREFIX_OF_KOHYA.matcher(name).find();
    if (AdapterNames.isOfPeft(name)) {
      return PEFT;
    } else if (module.factors().containsKey(Factor.TRANSPOSED_DOWN)) {
      return MLX;
    } else if (name.startsWith("diffusion_model.") || name.startsWith("text_encoders.")) {
      return COMFYUI;
    } else if (name.indexOf('.') >= 0) {
      boolean isOfDiffusers = PREFIX_OF_DIFFUSERS.matcher(name).find();
      return hasPrefixOfKohya ? MIXED : isOfDiffusers ? DIFFUSERS : ORIGINAL;
    }
    return hasPrefixOfKohya ? KOHYA : name.indexOf(':') >= 0 ? CLONEOFSIMO : ORIGINAL;
  }

  /// Returns the known programs that load modules of all these dialects.
  static List<String> loaders(Set<NamingDialect> dialects) {
    return dialects.stream()
        .map(dialect -> dialect.loaders)
        .reduce((known, more) -> known.stream().filter(more::contains).toList())
        .orElse(List.of());
  }

  /// Describes the names of an adapter in a line without a period.
  ///
  /// @param counts the number of modules of each dialect, not empty
  static Sentence describe(SortedMap<NamingDialect, Long> counts) {
    List<String> names = new ArrayList<>();
    counts.forEach(
        (dialect, count) -> names.add(dialect.label + (counts.size() > 1 ? " " + count : "")));
    List<String> loaders = loaders(counts.keySet());
    if (counts.firstKey() == ORIGINAL) {
      return Sentence.of("names of the base without a prefix, read by programs for this model");
    }
    return loaders.isEmpty()
        ? Sentence.of(
            "names of {0}: most loaders ignore some or all modules", String.join(", ", names))
        : Sentence.of(
            "names of {0}, read by {1}", String.join(", ", names), String.join(", ", loaders));
  }
}
