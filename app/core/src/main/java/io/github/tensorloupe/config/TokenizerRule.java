package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.text.Sentence;

/// Compares the tokens that were added to the tokenizer with the rows of the embedding.
record TokenizerRule(Model model, ConfigurationFiles files, Collector results) {

  /// A token of Gemma 3 that its text models do not produce.
  private static final String IMAGE_TOKEN = "<image_soft_token>";

  void apply() {
    Optional<Stored> embedding = model.embedding().filter(each -> each.rank() == 2);
    // Multimodal models replace the tokens of pictures before they use the embedding.
    if (embedding.isEmpty() || model.text() != model.root()) {
      return;
    }
    NavigableMap<Long, String> tokens = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : parsed("added_tokens.json").properties()) {
      tokens.put(
          each.getValue().isIntegralNumber() ? each.getValue().longValue() : -1, each.getKey());
    }
    JsonNode decoder = parsed("tokenizer_config.json").path("added_tokens_decoder");
    for (Map.Entry<String, JsonNode> each : decoder.properties()) {
      if (each.getKey().matches("[0-9]{1,9}")) {
        tokens.put(Long.valueOf(each.getKey()), each.getValue().path("content").asText());
      }
    }
    long rows = embedding.get().shape().dimension(0);
    tokens.headMap(rows).clear();
    tokens.values().removeIf(IMAGE_TOKEN::equals);
    if (!tokens.isEmpty()) {
      results.add(
          FindingCode.CONFIG_TOKENIZER,
          Sentence.of(
              "The tokenizer has {0} added {0#token|tokens} without a row in the embedding, such as"
                  + " {1} with the number {2}; {3} has {4} rows. Programs stop at such a token.",
              tokens.size(),
              DisplayText.of(tokens.firstEntry().getValue()),
              String.valueOf(tokens.firstKey()),
              embedding.get().shownName(),
              rows));
    }
  }

  private JsonNode parsed(String name) {
    return files.content(name).parsed(LimitedJson::parse);
  }
}
