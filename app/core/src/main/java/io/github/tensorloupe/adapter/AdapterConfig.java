package io.github.tensorloupe.adapter;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BoundedMatcher;

/// The files and metadata that tell an adapter's scale where its tensors do not. Immutable.
///
/// Sources: PEFT `tuners/lora/layer.py`, `utils/other.py` (`get_pattern_key`); diffusers
/// `loaders/lora_base.py`; mlx-lm `tuner/utils.py`.
///
/// @param file of `adapter_config.json`; missing where there is none
/// @param metadata of `lora_adapter_metadata` in the header; likewise
/// @param parsing remarks on parts that are ignored
/// @param matcher of the patterns for modules
record AdapterConfig(
    JsonNode file, JsonNode metadata, List<Sentence> parsing, BoundedMatcher matcher) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE_NAME = "adapter_config.json";
  private static final long MOST_BYTES = 1 << 24;
  private static final Pattern ALPHA = Pattern.compile("(?:.*\\.)?(?:lora_)?alpha", Pattern.DOTALL);

  /// Of the metadata.
  static final String METADATA_KEY = "lora_adapter_metadata";

  /// A scale and where it comes from.
  ///
  /// @param alpha empty where none is told, or the scale is told as it is
  record Scale(OptionalDouble alpha, double factor, ScaleSource source) {}

  /// Reads what stands beside a file and in its header. What cannot be used is ignored, with a
  /// remark, for loaders may refuse it or read it otherwise.
  ///
  /// @throws IOException if the file is there and cannot be read
  static AdapterConfig of(Path adapter, Optional<String> metadata) throws IOException {
    Path beside = adapter.toAbsolutePath().resolveSibling(FILE_NAME);
    boolean isThere = Files.isRegularFile(beside) && Files.size(beside) <= MOST_BYTES;
    List<Sentence> remarks = new ArrayList<>();
    JsonNode file =
        isThere
            ? json(new String(SmallFiles.bytes(beside), StandardCharsets.UTF_8), FILE_NAME, remarks)
            : MissingNode.getInstance();
    JsonNode inHeader =
        metadata.map(text -> json(text, METADATA_KEY, remarks)).orElse(MissingNode.getInstance());
    return new AdapterConfig(file, inHeader, remarks, new BoundedMatcher());
  }

  private static JsonNode json(String text, String where, List<Sentence> remarks) {
    JsonNode json = MissingNode.getInstance();
    try {
      json = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      // Told below.
    }
    if (!json.isObject()) {
      remarks.add(Sentence.of("{0} is no JSON object and is ignored.", where));
      return MissingNode.getInstance();
    }
    json.properties().stream()
        .filter(entry -> ALPHA.matcher(entry.getKey()).matches())
        .filter(entry -> !entry.getValue().isNumber() && !entry.getValue().isNull())
        .map(entry -> DisplayText.of(entry.getKey()))
        .forEach(
            key -> remarks.add(Sentence.of("{0} in {1} is no number and is ignored.", key, where)));
    return json;
  }

  /// Returns remarks on parts that are ignored. Complete after the scales of all modules.
  List<Sentence> remarks() {
    List<Sentence> remarks = new ArrayList<>(parsing);
    matcher
        .unmatched()
        .map(DisplayText::of)
        .map(key -> Sentence.of("The pattern {0} cannot be matched; scales may be wrong.", key))
        .ifPresent(remarks::add);
    return remarks;
  }

  /// True if weights of the base are stored inputs × outputs.
  boolean isFanInFanOut() {
    return file.path("fan_in_fan_out").asBoolean();
  }

  /// The scale of a module that has no alpha of its own.
  ///
  /// @param rank of its factors, where they have one
  Scale scale(String module, AdapterKind kind, OptionalInt rank) {
    JsonNode mlx = file.path("lora_parameters").path("scale");
    if (mlx.isNumber()) {
      return new Scale(OptionalDouble.empty(), mlx.doubleValue(), ScaleSource.CONFIG);
    }
    String path = AdapterModule.path(module);
    String component = module.substring(0, module.indexOf('.') + 1);
    return scale(file, "", path, kind, rank, ScaleSource.CONFIG)
        .or(() -> scale(metadata, component, path, kind, rank, ScaleSource.METADATA))
        .orElse(new Scale(OptionalDouble.empty(), 1, ScaleSource.DEFAULT));
  }

  /// @param prefix of its keys
  private Optional<Scale> scale(
      JsonNode config,
      String prefix,
      String path,
      AdapterKind kind,
      OptionalInt rank,
      ScaleSource source) {
    boolean isLycoris = kind == AdapterKind.LOHA || kind == AdapterKind.LOKR;
    JsonNode alpha =
        ofPattern(config.path(prefix + "alpha_pattern"), path)
            .orElse(config.path(prefix + (isLycoris ? "alpha" : "lora_alpha")));
    double divisor =
        rank.isPresent()
            ? rank.getAsInt()
            : ofPattern(config.path(prefix + "rank_pattern"), path)
                .orElse(config.path(prefix + "r"))
                .asDouble();
    if (!alpha.isNumber() || divisor <= 0) {
      return Optional.empty();
    }
    divisor = config.path(prefix + "use_rslora").asBoolean() ? Math.sqrt(divisor) : divisor;
    double number = alpha.doubleValue();
    return Optional.of(new Scale(OptionalDouble.of(number), number / divisor, source));
  }

  /// The value of the first key that matches the whole path, or its end after a dot.
  private Optional<JsonNode> ofPattern(JsonNode patterns, String path) {
    return patterns
        .propertyStream()
        .filter(entry -> entry.getValue().isNumber() && matches(entry.getKey(), path))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private boolean matches(String key, String path) {
    return matcher
        .apply(
            key,
            () -> Pattern.compile("(?:.*\\.)?(?:" + key + ")", Pattern.DOTALL),
            path,
            Matcher::matches)
        .orElseGet(() -> path.equals(key) || path.endsWith("." + key));
  }
}
