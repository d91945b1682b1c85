package io.github.tensorloupe.quantization;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.BoundedMatcher;

/// The quantization configuration of a checkpoint, read from metadata and JSON files. Thread-safe.
///
/// @param file the name of the configuration file, or `quantization_config` for metadata; empty
///   without a configuration
/// @param unread the names of existing configurations that cannot be read or are not JSON objects
/// @param method the method in lower case, such as `fp8` or `gptq`, or an empty string if unknown
/// @param layers the layer formats in ComfyUI metadata, or empty
/// @param markers the layer formats in marker tensors
/// @param hasMarker true if a tensor marks the checkpoint as scaled FP8
/// @param tensorKinds the JSON text of the torchao metadata by tensor name
record QuantizationConfig(
    Optional<String> file,
    List<String> unread,
    JsonNode node,
    String method,
    Optional<Map<String, LayerFormat>> layers,
    Map<String, LayerFormat> markers,
    boolean hasMarker,
    Map<String, String> tensorKinds,
    BoundedMatcher matcher) {

  /// The supported methods. MLX has no method name.
  private static final Pattern DECODED =
      Pattern.compile(
          "((awq|gptq)(_marlin|_v2)?|(intel/)?auto-round|bitsandbytes|compressed[-_]tensors"
              + "|(fbgemm_|finegrained_)?fp8|hqq|modelopt(_fp4|_mixed)?|mxfp[48]|nvfp4|quanto"
              + "|quark|svdquant|torchao)?");

  private static final Pattern FP8 = Pattern.compile("fp8|mixed");

  /// The maximum length of a text member. Limited, because the text is compared for each module.
  private static final int MAX_TEXT_LENGTH = 100;

  private static final int MAX_TENSOR_LENGTH = 1 << 16;
  private static final List<String> KEYS = List.of("quantization_config", "quantization");
  private static final String LAYERS_KEY = "_quantization_metadata";
  private static final String NAMES_KEY = "tensor_names";
  private static final List<String> SUMMARY_KEYS =
      List.of(
          ("quant_method method quant_algo format bits group_size fmt weight_block_size"
                  + " checkpoint_format mode")
              .split(" "));

  static QuantizationConfig of(
      ConfigurationFiles files,
      Map<String, String> metadata,
      Map<String, LayerFormat> markers,
      boolean hasMarker) {
    List<String> unread = new ArrayList<>();
    Map.Entry<String, JsonNode> entry = find(files, metadata, unread);
    Optional<String> file = Optional.of(entry.getKey()).filter(name -> !name.isEmpty());
    JsonNode node = entry.getValue();
    String method = method(entry.getKey(), node);
    Optional<Map<String, LayerFormat>> layers =
        Optional.ofNullable(metadata.get(LAYERS_KEY)).map(QuantizationConfig::layers);
    Map<String, String> kinds = tensorKinds(metadata);
    BoundedMatcher matcher = new BoundedMatcher();
    return new QuantizationConfig(
        file, unread, node, method, layers, markers, hasMarker, kinds, matcher);
  }

  static QuantizationConfig none() {
    Optional<String> file = Optional.empty();
    JsonNode node = MissingNode.getInstance();
    BoundedMatcher matcher = new BoundedMatcher();
    return new QuantizationConfig(
        file, List.of(), node, "", Optional.empty(), Map.of(), false, Map.of(), matcher);
  }

  private static Map.Entry<String, JsonNode> find(
      ConfigurationFiles files, Map<String, String> metadata, List<String> unread) {
    String text = metadata.getOrDefault(KEYS.getFirst(), "");
    JsonNode embedded = LimitedJson.parse(text);
    if (embedded.isObject()) {
      return Map.entry(KEYS.getFirst(), embedded);
    }
    if (!embedded.isNull() && !text.isBlank()) {
      unread.add(KEYS.getFirst());
    }
    JsonNode config = read(files, "config.json", unread);
    for (JsonNode each : List.of(config, config.path("text_config"), config.path("llm_config"))) {
      for (String key : KEYS) {
        if (each.path(key).isObject() && !each.path(key).isEmpty()) {
          return Map.entry("config.json", each.path(key));
        }
      }
    }
    for (String name :
        List.of("hf_quant_config.json", "quantize_config.json", "quant_config.json")) {
      JsonNode node = read(files, name, unread);
      if (node.isObject()) {
        return Map.entry(
            name, node.path("quantization").isObject() ? node.path("quantization") : node);
      }
    }
    return Map.entry("", MissingNode.getInstance());
  }

  private static String method(String file, JsonNode node) {
    String named = text(node, node.hasNonNull("quant_method") ? "quant_method" : "method");
    if (!named.isEmpty()) {
      return named.toLowerCase(Locale.ROOT);
    }
    return switch (file) {
      case "hf_quant_config.json" -> "modelopt";
      case "quantize_config.json" -> "gptq";
      case "quant_config.json" -> "awq";
      default -> "";
    };
  }

  private static JsonNode read(ConfigurationFiles files, String name, List<String> unread) {
    JsonNode node = files.content(name).parsed(LimitedJson::parse);
    if (!node.isObject() && files.exists(name)) {
      unread.add(name);
    }
    return node;
  }

  /// Returns empty if the text is too long or truncated.
  static Optional<String> text(TensorRef tensor) throws IOException {
    Optional<TensorData> data = tensor.data().filter(TensorData::isComplete);
    if (data.isEmpty() || data.get().range().byteCount() > MAX_TENSOR_LENGTH) {
      return Optional.empty();
    }
    ByteRange range = data.get().range();
    byte[] bytes = data.get().file().read(range.begin(), (int) range.byteCount());
    return Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }

  private static Map<String, LayerFormat> layers(String metadata) {
    Map<String, LayerFormat> formats = new LinkedHashMap<>();
    LimitedJson.parse(metadata)
        .path("layers")
        .forEachEntry((layer, node) -> formats.put(layer, LayerFormat.of(node)));
    return formats;
  }

  static Set<String> metadataKeys(Map<String, String> metadata) {
    Set<String> keys = new HashSet<>(tensorKinds(metadata).keySet());
    if (!keys.isEmpty()) {
      keys.add(NAMES_KEY);
    }
    keys.addAll(List.of(KEYS.getFirst(), LAYERS_KEY));
    keys.retainAll(metadata.keySet());
    return keys;
  }

  private static Map<String, String> tensorKinds(Map<String, String> metadata) {
    Map<String, String> kinds = new HashMap<>();
    for (JsonNode name : LimitedJson.parse(metadata.getOrDefault(NAMES_KEY, ""))) {
      kinds.put(name.asText(), metadata.getOrDefault(name.asText(), ""));
    }
    return kinds;
  }

  /// Returns the torchao metadata of a tensor. Parses each time, because the trees of all tensors
  /// would take several times the memory of the header.
  Optional<JsonNode> tensorKind(String name) {
    return Optional.ofNullable(tensorKinds.get(name)).map(LimitedJson::parse);
  }

  boolean isPresent() {
    return file.isPresent();
  }

  boolean isEmpty() {
    return !isPresent() && layers.isEmpty() && markers.isEmpty() && !hasMarker;
  }

  boolean isMethod(String expected) {
    return method.equals(expected);
  }

  boolean isDecoded() {
    return DECODED.matcher(method).matches();
  }

  /// Returns true if the method is unknown and no metadata or markers describe the weights.
  boolean hasUnknownMethod() {
    return isPresent()
        && !isDecoded()
        && layers.isEmpty()
        && markers.isEmpty()
        && tensorKinds.isEmpty();
  }

  boolean namesFp8(String module) {
    JsonNode of = weights(module);
    return node.has("config_groups")
            && of.path("num_bits").asInt(8) == 8
            && !of.path("type").asText().equals("int")
        || FP8.matcher((method + text("quant_algo")).toLowerCase(Locale.ROOT)).find();
  }

  Optional<LayerFormat> layer(String module) {
    return Optional.ofNullable(markers.get(module))
        .or(() -> layers.map(formats -> formats.get(module)));
  }

  Optional<String> format(String module) {
    return layer(module).map(LayerFormat::name);
  }

  OptionalLong rotation(String module) {
    return layer(module).map(LayerFormat::rotation).orElse(OptionalLong.empty());
  }

  /// Returns a positive number, or empty for other numbers such as −1, which denotes whole rows.
  private static OptionalLong positive(JsonNode number) {
    return number.isIntegralNumber() && number.asLong() > 0
        ? OptionalLong.of(number.asLong())
        : OptionalLong.empty();
  }

  ModuleRules modules() {
    return new ModuleRules(node, matcher);
  }

  private JsonNode weights(String module) {
    return modules().weights(module);
  }

  boolean isAsymmetric(String module) {
    return weights(module).path("symmetric").asText().equals("false");
  }

  /// Returns true if a group size is configured, including −1 for whole rows.
  boolean namesGroups(String module) {
    return groups(module).isIntegralNumber();
  }

  OptionalLong groupSize(String module) {
    return positive(groups(module));
  }

  private JsonNode groups(String module) {
    return setting(module, "group_size", "q_group_size");
  }

  OptionalLong bits(String module) {
    return positive(setting(module, "num_bits", "bits", "w_bit", "nbits"));
  }

  /// Returns the number with the first existing key, from the overrides of a module or else for all
  /// modules.
  private JsonNode setting(String module, String... keys) {
    for (JsonNode of : List.of(weights(module), node)) {
      for (String key : keys) {
        if (of.path(key).isIntegralNumber()) {
          return of.path(key);
        }
      }
    }
    return MissingNode.getInstance();
  }

  /// Returns the numbers of rows and columns of a block with a common scale.
  Optional<long[]> block(String module) {
    JsonNode of = node.path("weight_block_size");
    JsonNode block = of.isArray() ? of : weights(module).path("block_structure");
    if (block.size() == 2 && block.path(0).asLong() > 0 && block.path(1).asLong() > 0) {
      return Optional.of(new long[] {block.path(0).asLong(), block.path(1).asLong()});
    }
    return text("quant_algo").equals("FP8_PB_WO")
        ? Optional.of(new long[] {128, 128})
        : Optional.empty();
  }

  /// Returns the text of a member, or an ellipsis, which matches nothing, if it is too long.
  String text(String key) {
    return text(node, key);
  }

  private static String text(JsonNode node, String key) {
    String text = node.path(key).asText("");
    return text.length() <= MAX_TEXT_LENGTH ? text : "…";
  }

  String summary() {
    return SUMMARY_KEYS.stream()
        .filter(node::has)
        .map(key -> key + " " + node.path(key).toString().replace("\"", ""))
        .collect(Collectors.joining(", "));
  }
}
