package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.model.TensorRef;

/// The tensors of a base by the names that adapters may have for them. Immutable.
///
/// Sources: ComfyUI `lora.py`, `utils.py` (`unet_to_diffusers`); diffusers
/// `loaders/lora_conversion_utils.py`; kohya-ss sd-scripts `networks/lora.py`.
public final class BaseNames {

  /// One of the models that a checkpoint may be made of.
  private enum Component {
    TE1(
        "lora_te_ lora_te1_",
        "text_encoder. cond_stage_model.transformer. conditioner.embedders.0.transformer."
            + " text_encoders.clip_l.transformer."),
    TE2(
        "lora_te2_",
        "text_encoder_2. conditioner.embedders.1.model. text_encoders.clip_g.transformer."),
    TE3("lora_te3_", "text_encoder_3. text_encoders.t5xxl.transformer."),
    MAIN("lora_unet_ lora_transformer_ lycoris_", "");

    private final List<String> underscored;
    private final List<String> dotted;

    Component(String underscored, String dotted) {
      this.underscored = List.of(underscored.split(" "));
      this.dotted = dotted.isEmpty() ? List.of() : List.of(dotted.split(" "));
    }
  }

  /// A name without the prefix of its component.
  private record Inside(Component component, String name) {

    static Inside ofDotted(String name) {
      return of(name, it -> it.dotted).orElse(new Inside(Component.MAIN, name));
    }

    /// Empty where the name has no prefix of a trainer.
    static Optional<Inside> ofUnderscored(String name) {
      return of(name, it -> it.underscored);
    }

    private static Optional<Inside> of(String name, Function<Component, List<String>> prefixes) {
      for (Component component : Component.values()) {
        for (String prefix : prefixes.apply(component)) {
          if (name.startsWith(prefix) && name.length() > prefix.length()) {
            return Optional.of(new Inside(component, name.substring(prefix.length())));
          }
        }
      }
      return Optional.empty();
    }
  }

  private static final String WRAPPER = "base_model.model.";
  private static final List<String> PREFIXES =
      List.of(
          "model.diffusion_model.",
          WRAPPER,
          "diffusion_model.",
          "transformer.",
          "_orig_mod.",
          "module.",
          "model.",
          "unet.");

  /// For each component, for each step of a search, the tensors of a key; two of one key are null.
  private final Map<Component, Map<String, Map<String, Optional<TensorRef>>>> byStep =
      new EnumMap<>(Component.class);

  public BaseNames(List<TensorRef> tensors) {
    for (TensorRef tensor : tensors) {
      String name = tensor.info().name();
      String stem =
          name.endsWith(".weight") ? name.substring(0, name.length() - ".weight".length()) : name;
      Inside inside = Inside.ofDotted(stem);
      String bare = bare(inside.name());
      String diffusers = DiffusersNames.of(bare);
      Component component = inside.component();
      put(component, "whole", stem, tensor);
      put(component, "inside", inside.name(), tensor);
      put(component, "bare", bare, tensor);
      put(component, "diffusers", diffusers, tensor);
      put(component, "_inside", inside.name().replace('.', '_'), tensor);
      put(component, "_bare", bare.replace('.', '_'), tensor);
      put(component, "_diffusers", diffusers.replace('.', '_'), tensor);
    }
  }

  private void put(Component component, String step, String key, TensorRef tensor) {
    byStep
        .computeIfAbsent(component, _ -> new HashMap<>())
        .computeIfAbsent(step, _ -> new HashMap<>())
        .merge(key, Optional.of(tensor), (_, _) -> Optional.empty());
  }

  /// A name without the prefixes that programs put before it.
  private static String bare(String name) {
    String bare = name;
    for (int i = 0; i < PREFIXES.size(); i++) {
      String prefix = PREFIXES.get(i);
      if (bare.startsWith(prefix) && bare.length() > prefix.length()) {
        bare = bare.substring(prefix.length());
        i = -1;
      }
    }
    return bare;
  }

  /// The tensor that a module changes; empty where there is none, or the name fits two.
  public Optional<TensorRef> tensorOf(AdapterModule module) {
    Optional<Inside> underscored = Inside.ofUnderscored(module.name());
    if (underscored.isPresent()) {
      String key = underscored.get().name().replace('.', '_');
      return first(
          underscored.get().component(), List.of("_inside", "_bare", "_diffusers"), _ -> key);
    }
    String name = dotted(module.name());
    Inside inside = Inside.ofDotted(name);
    String bare = bare(inside.name());
    return first(
        inside.component(),
        List.of("whole", "inside", "bare", "diffusers"),
        step ->
            switch (step) {
              case "whole" -> name;
              case "inside" -> inside.name();
              default -> bare;
            });
  }

  private static String dotted(String module) {
    String name = module.startsWith(WRAPPER) ? module.substring(WRAPPER.length()) : module;
    return name.replaceAll("\\.processor\\.to_out(?=$|\\.)", ".to_out.0")
        .replace(".processor.", ".");
  }

  private Optional<TensorRef> first(
      Component component, List<String> steps, UnaryOperator<String> keyOf) {
    Map<String, Map<String, Optional<TensorRef>>> tables =
        byStep.containsKey(component)
            ? byStep.get(component)
            : byStep.getOrDefault(Component.MAIN, Map.of());
    return steps.stream()
        .map(step -> tables.getOrDefault(step, Map.of()).get(keyOf.apply(step)))
        .filter(Objects::nonNull)
        .findFirst()
        .flatMap(Function.identity());
  }

  /// What names of the same module in two adapters have in common.
  static String key(String module) {
    Optional<Inside> underscored = Inside.ofUnderscored(module);
    Inside inside = underscored.orElseGet(() -> Inside.ofDotted(dotted(module)));
    return inside.component() + " " + bare(inside.name()).replace('.', '_');
  }
}
