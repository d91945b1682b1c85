package io.github.tensorloupe.adapter;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.adapter.AdapterModule.ScaleSource;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.json.PatternKeys;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// The configuration of an adapter, which defines scales that are not stored as tensors. Immutable.
///
/// Sources: PEFT `tuners/lora/layer.py`, diffusers `loaders/lora_base.py`; mlx-lm `tuner/utils.py`.
///
/// @param exists true if `adapter_config.json` exists, usable or not
/// @param file the content of `adapter_config.json`, or a missing node
/// @param metadata the content of `lora_adapter_metadata` in the header, or a missing node
/// @param dimension the rank with which a training program divided alphas, or 0 if unknown
/// @param parsing remarks about invalid parts
/// @param savedModules the modules whose whole weights are stored
record AdapterConfig(
    boolean exists,
    JsonNode file,
    JsonNode metadata,
    double dimension,
    List<Sentence> parsing,
    PatternKeys patterns,
    Set<String> savedModules) {

  private static final String BASE_MODEL = "base_model_name_or_path";
  private static final Pattern ALPHA = Pattern.compile("(?:.*\\.)?(?:lora_)?alpha", Pattern.DOTALL);
  private static final Set<String> COMPUTED = Set.of("", "lora", "loha", "lokr", "ia3");
  private static final int MAX_TYPE_LENGTH = 30;
  private static final Set<String> VOCABULARY = Set.of("embed_tokens", "lm_head");

  /// The scales of norms, which control LoRAs contain as a whole.
  private static final String SCALE = ".scale";

  static final String METADATA_KEY = "lora_adapter_metadata";

  /// @param alpha the alpha, or empty if it is unknown or the scale itself is stored
  record Scale(OptionalDouble alpha, double factor, ScaleSource source) {}

  /// Invalid parts are remarks, because loaders may refuse or interpret them differently.
  static AdapterConfig of(Path adapter, Map<String, String> metadata) {
    ConfigurationFiles files = ConfigurationFiles.nextTo(adapter);
    List<Sentence> remarks = new ArrayList<>();
    JsonNode file = MissingNode.getInstance();
    boolean exists =
        files.exists(AdapterNames.CONFIGURATION)
            && !files.hasOtherAdapter(adapter.getFileName().toString());
    if (exists) {
      ConfigurationFiles.Content content = files.content(AdapterNames.CONFIGURATION);
      if (!files.isFile(AdapterNames.CONFIGURATION) || content.isTooLong()) {
        remarks.add(
            Sentence.of(
                "{0} is not a regular file of at most 4 MiB and is ignored; scales may be wrong.",
                AdapterNames.CONFIGURATION));
      } else if (content.failure().isPresent()) {
        remarks.add(content.failure().get().sentence());
      } else {
        file = json(content.text(), AdapterNames.CONFIGURATION, remarks);
      }
    }
    JsonNode inHeader =
        Optional.ofNullable(metadata.get(METADATA_KEY))
            .map(text -> json(text, METADATA_KEY, remarks))
            .orElse(MissingNode.getInstance());
    String dimension = metadata.getOrDefault("ss_network_dim", "");
    double number = dimension.matches("[0-9]{1,6}") ? Integer.parseInt(dimension) : 0;
    Set<String> saved = new HashSet<>(VOCABULARY);
    file.path("modules_to_save").forEach(module -> saved.add(module.asText()));
    return new AdapterConfig(exists, file, inHeader, number, remarks, new PatternKeys(), saved);
  }

  private static JsonNode json(String text, String source, List<Sentence> remarks) {
    JsonNode json = LimitedJson.parse(text);
    if (!json.isObject()) {
      remarks.add(
          LimitedJson.isExcessive(json)
              ? Sentence.of(
                  "{0} is too large or too deeply nested to be read and is ignored; scales may be"
                      + " wrong.",
                  source)
              : Sentence.of("{0} is not a JSON object and is ignored.", source));
      return MissingNode.getInstance();
    }
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      JsonNode value = entry.getValue();
      if (ALPHA.matcher(entry.getKey()).matches() && !value.isNumber() && !value.isNull()) {
        String key = DisplayText.of(entry.getKey());
        remarks.add(Sentence.of("{0} in {1} is not a number and is ignored.", key, source));
      }
    }
    return json;
  }

  /// Complete after the scales of all modules have been requested.
  List<Sentence> remarks() {
    List<Sentence> remarks = new ArrayList<>(parsing);
    patterns
        .matcher()
        .unmatched()
        .map(DisplayText::of)
        .map(key -> Sentence.of("The pattern {0} cannot be matched; scales may be wrong.", key))
        .ifPresent(remarks::add);
    return remarks;
  }

  /// Returns the reason why scales are unknown if the loaders of an adapter require
  /// `adapter_config.json`, but it is missing or unusable.
  Optional<Sentence> scaleFault(Map<String, Map<Factor, TensorRef>> modules) {
    boolean isRequired =
        modules.keySet().stream().anyMatch(AdapterNames::isOfPeft)
            || modules.values().stream()
                .anyMatch(factors -> factors.containsKey(Factor.TRANSPOSED_DOWN));
    if (!isRequired || file.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        exists
            ? Sentence.of("scale unknown ({0} is unusable)", AdapterNames.CONFIGURATION)
            : Sentence.of("scale unknown ({0} is missing)", AdapterNames.CONFIGURATION));
  }

  /// Returns the method in lower case, or an empty string if its deltas are computed.
  String otherMethod() {
    String type = file.path("peft_type").asText().toLowerCase(Locale.ROOT);
    return COMPUTED.contains(type) || type.length() > MAX_TYPE_LENGTH ? "" : type;
  }

  /// Returns the name or the path of the base model that the adapter was trained for, if known.
  Optional<String> baseModel() {
    return Stream.concat(file.properties().stream(), metadata.properties().stream())
        .filter(entry -> ("." + entry.getKey()).endsWith("." + BASE_MODEL))
        .filter(entry -> entry.getValue().isTextual())
        .map(entry -> entry.getValue().textValue().strip())
        .filter(name -> !name.isEmpty())
        .findFirst();
  }

  List<String> targetParameters() {
    return file.path("target_parameters").valueStream().map(JsonNode::asText).toList();
  }

  /// Returns the configured rank of a module, or empty.
  OptionalInt rank(String module) {
    JsonNode rank =
        patterns.find(file.path("rank_pattern"), AdapterNames.path(module)).orElse(file.path("r"));
    return rank.canConvertToInt() && rank.asInt() > 0
        ? OptionalInt.of(rank.asInt())
        : OptionalInt.empty();
  }

  /// Returns true if the adapter contains the whole weight of a layer.
  ///
  /// @param tensor the name of the tensor
  boolean isSaved(String tensor) {
    if (!AdapterNames.isOfPeft(tensor)) {
      return tensor.endsWith(SCALE)
          && lastWord(tensor.substring(0, tensor.length() - SCALE.length())).contains("norm");
    }
    String[] words = tensor.split("\\.");
    String layer = words[Math.max(0, words.length - 2)];
    return savedModules.contains(layer) && tensor.endsWith(".weight");
  }

  private static String lastWord(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('-')) + 1);
  }

  boolean isFanInFanOut() {
    return file.path("fan_in_fan_out").asBoolean();
  }

  /// Returns the scale that the training program computed from an alpha, or empty if unknown.
  OptionalDouble trainedScale(OptionalDouble alpha) {
    return dimension > 0 && alpha.isPresent()
        ? OptionalDouble.of(alpha.getAsDouble() / dimension)
        : OptionalDouble.empty();
  }

  Scale scale(String module, AdapterKind kind, OptionalInt rank) {
    JsonNode mlx = file.path("lora_parameters").path("scale");
    if (mlx.isNumber()) {
      return new Scale(OptionalDouble.empty(), mlx.doubleValue(), ScaleSource.CONFIG);
    }
    String path = AdapterNames.path(module);
    String component = module.substring(0, module.indexOf('.') + 1);
    return scale(file, "", path, kind, rank, ScaleSource.CONFIG)
        .or(() -> scale(metadata, component, path, kind, rank, ScaleSource.METADATA))
        .orElse(new Scale(OptionalDouble.empty(), 1, ScaleSource.DEFAULT));
  }

  private Optional<Scale> scale(
      JsonNode config,
      String prefix,
      String path,
      AdapterKind kind,
      OptionalInt rank,
      ScaleSource source) {
    boolean isLycoris = kind == AdapterKind.LOHA || kind == AdapterKind.LOKR;
    JsonNode alpha =
        patterns
            .find(config.path(prefix + "alpha_pattern"), path)
            .orElse(config.path(prefix + (isLycoris ? "alpha" : "lora_alpha")));
    double divisor =
        rank.isPresent()
            ? rank.getAsInt()
            : patterns
                .find(config.path(prefix + "rank_pattern"), path)
                .orElse(config.path(prefix + "r"))
                .asDouble();
    if (!alpha.isNumber() || divisor <= 0) {
      return Optional.empty();
    }
    divisor = config.path(prefix + "use_rslora").asBoolean() ? Math.sqrt(divisor) : divisor;
    double number = alpha.doubleValue();
    return Optional.of(new Scale(OptionalDouble.of(number), number / divisor, source));
  }
}
