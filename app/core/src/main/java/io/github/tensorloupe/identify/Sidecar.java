package io.github.tensorloupe.identify;

import module com.fasterxml.jackson.databind;
import module java.base;

import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.SmallFiles;

/// Facts that model managers store in a JSON file next to a model. The texts are not escaped, and
/// are truncated. Unknown texts are empty.
///
/// @param triggerWords separated by commas, on one line
public record Sidecar(String baseModel, String triggerWords) {

  public static final Sidecar NONE = new Sidecar("", "");

  /// The suffixes that replace the extension of the model, the most detailed file first.
  public static final List<String> SUFFIXES =
      List.of(".civitai.info", ".metadata.json", ".cm-info.json", ".json");

  private static final List<String> BASE_MODEL =
      List.of("baseModel", "base_model", "BaseModel", "sd version");
  private static final List<String> TRIGGER_WORDS =
      List.of("trainedWords", "TrainedWords", "activation text");

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_DEPTH = 32;
  private static final int MAX_BASE_MODEL = 100;
  private static final int MAX_TRIGGER_WORDS = 2000;

  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
              .build());

  /// Reads the files next to a model. Ignores files that are missing, too long or malformed.
  public static Sidecar of(Path model) {
    Sidecar facts = NONE;
    for (String suffix : SUFFIXES) {
      Path file = model.resolveSibling(CheckpointFinder.stem(model) + suffix);
      Optional<String> text = SmallFiles.unicodeText(file, MAX_BYTES);
      if (text.isPresent()) {
        Sidecar next = parse(text.get());
        facts =
            new Sidecar(
                facts.baseModel.isEmpty() ? next.baseModel : facts.baseModel,
                facts.triggerWords.isEmpty() ? next.triggerWords : facts.triggerWords);
      }
    }
    return facts;
  }

  private static Sidecar parse(String text) {
    try {
      JsonNode root = JSON.readTree(text);
      JsonNode inner = root.path("civitai");
      String words = first(root, TRIGGER_WORDS, MAX_TRIGGER_WORDS);
      return new Sidecar(
          first(root, BASE_MODEL, MAX_BASE_MODEL),
          words.isEmpty() ? first(inner, TRIGGER_WORDS, MAX_TRIGGER_WORDS) : words);
    } catch (JsonProcessingException e) {
      return NONE;
    }
  }

  private static String first(JsonNode object, List<String> keys, int maxLength) {
    return keys.stream()
        .map(key -> text(object.path(key), maxLength))
        .filter(text -> !text.isEmpty() && !text.equalsIgnoreCase("unknown"))
        .findFirst()
        .orElse("");
  }

  private static String text(JsonNode value, int maxLength) {
    StringJoiner texts = new StringJoiner(", ");
    for (JsonNode each : value.isArray() ? value : List.of(value)) {
      String text =
          Statement.onOneLine(
              DisplayText.prefix(each.isTextual() ? each.textValue() : "", maxLength));
      if (!text.isEmpty() && texts.length() < maxLength) {
        texts.add(text);
      }
    }
    return DisplayText.prefix(texts.toString(), maxLength);
  }
}
