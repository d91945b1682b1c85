package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.FlattenedNames;
import io.github.tensorloupe.model.NamePrefixes;

/// The base tensors by the names that adapters use for them. Immutable.
///
/// Sources: ComfyUI `lora.py`, `utils.py` (`unet_to_diffusers`); diffusers
/// `loaders/lora_conversion_utils.py`; kohya-ss sd-scripts `networks/lora.py`.
public final class BaseNames {

  private enum Component {
    TE1(
        "text_encoder. cond_stage_model.transformer. conditioner.embedders.0.transformer."
            + " text_encoders.clip_l.transformer."),
    TE2("text_encoder_2. conditioner.embedders.1.model. text_encoders.clip_g.transformer."),
    TE3("text_encoder_3. text_encoders.t5xxl.transformer."),
    MAIN("");

    private final List<String> prefixes;

    Component(String dotted) {
      Stream<String> flattened = FlattenedNames.PREFIXES.get(ordinal()).stream();
      prefixes = Stream.concat(flattened, Stream.of(dotted.split(" "))).toList();
    }
  }

  private record ComponentName(Component component, String name) {

    /// @param end the last character of the prefix: an underscore in names of training programs,
    ///   otherwise a dot
    static Optional<ComponentName> of(String name, String end) {
      for (Component component : Component.values()) {
        for (String prefix : component.prefixes) {
          if (prefix.endsWith(end) && name.startsWith(prefix) && name.length() > prefix.length()) {
            return Optional.of(new ComponentName(component, name.substring(prefix.length())));
          }
        }
      }
      return Optional.empty();
    }

    static ComponentName ofDotted(String name) {
      return of(name, ".").orElse(new ComponentName(Component.MAIN, name));
    }
  }

  /// @param form the form of the names, in order of precedence: 0 for whole names, 1 without the
  ///   prefix of the component, 2 also without the prefixes of wrappers, 3 as in diffusers
  /// @param isUnderscored true if names contain underscores in place of dots
  private record Table(Component component, int form, boolean isUnderscored) {}

  private static final String WEIGHT = ".weight";
  private static final List<String> PREFIXES =
      Stream.concat(NamePrefixes.OF_WRAPPERS.stream(), Stream.of("unet.")).toList();

  /// Tensors by name, or empty for ambiguous names.
  private final Map<Table, Map<String, Optional<BaseTensor>>> tables = new HashMap<>();

  private final Map<Component, List<String>> stems = new EnumMap<>(Component.class);

  public BaseNames(List<BaseTensor> tensors) {
    for (BaseTensor tensor : tensors) {
      String name = tensor.name();
      String stem =
          name.endsWith(WEIGHT) ? name.substring(0, name.length() - WEIGHT.length()) : name;
      ComponentName inside = ComponentName.ofDotted(stem);
      String bare = bare(inside.name());
      stems.computeIfAbsent(inside.component(), _ -> new ArrayList<>()).add(stem);
      List<String> forms = List.of(stem, inside.name(), bare, DiffusersNames.of(bare));
      for (int form = 0; form < forms.size(); form++) {
        put(new Table(inside.component(), form, false), forms.get(form), tensor);
        put(new Table(inside.component(), form, true), underscored(forms.get(form)), tensor);
      }
    }
  }

  private void put(Table table, String name, BaseTensor tensor) {
    tables
        .computeIfAbsent(table, _ -> new HashMap<>())
        .merge(name, Optional.of(tensor), (_, _) -> Optional.empty());
  }

  private static String underscored(String name) {
    return name.replace('.', '_');
  }

  private static String bare(String name) {
    return NamePrefixes.stripped(name, PREFIXES);
  }

  /// Returns the tensor that a module changes, or empty if no tensor or several tensors match.
  public Optional<BaseTensor> tensorOf(AdapterModule module) {
    boolean isUnderscored = ComponentName.of(module.name(), "_").isPresent();
    ComponentName inside = inside(module.name());
    Component component = searched(inside.component());
    String name = isUnderscored ? underscored(inside.name()) : inside.name();
    String bare = isUnderscored ? name : bare(name);
    List<String> forms = List.of(dotted(module.name()), name, bare, bare);
    for (int form = isUnderscored ? 1 : 0; form < forms.size(); form++) {
      Table table = new Table(component, form, isUnderscored);
      Optional<BaseTensor> match = tables.getOrDefault(table, Map.of()).get(forms.get(form));
      if (match != null) {
        return match;
      }
    }
    return Optional.empty();
  }

  private static String dotted(String module) {
    return AdapterNames.path(module)
        .replaceAll("\\.processor\\.to_out(?=$|\\.)", ".to_out.0")
        .replace(".processor.", ".");
  }

  private Component searched(Component component) {
    return stems.containsKey(component) ? component : Component.MAIN;
  }

  /// Returns the names without `.weight` of the tensors that the modules may change.
  List<String> stems(List<AdapterModule> modules) {
    return modules.stream()
        .map(module -> searched(inside(module.name()).component()))
        .distinct()
        .flatMap(component -> stems.getOrDefault(component, List.of()).stream())
        .toList();
  }

  /// Returns the tensor with a name without `.weight`, or empty if several tensors have it.
  Optional<BaseTensor> tensorOf(String stem) {
    Component component = ComponentName.ofDotted(stem).component();
    return tables
        .getOrDefault(new Table(component, 0, false), Map.of())
        .getOrDefault(stem, Optional.empty());
  }

  boolean lacksTextEncoderOf(AdapterModule module) {
    Component component = inside(module.name()).component();
    return component != Component.MAIN && !stems.containsKey(component);
  }

  private static ComponentName inside(String module) {
    return ComponentName.of(module, "_").orElseGet(() -> ComponentName.ofDotted(dotted(module)));
  }

  static String path(String name) {
    return underscored(bare(inside(name).name()));
  }

  static String key(String module) {
    return inside(module).component() + " " + path(module);
  }
}
