package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.Sentence;

/// Compares the tokens that were added to the tokenizer with the rows of the embedding.
record TokenizerRule(Model model, Path folder, Collector results) {

  void apply() {
    // Multimodal models replace the tokens of pictures before they use the embedding.
    if (model.text() != model.root()) {
      return;
    }
    Optional<Stored> embedding = model.embedding().filter(each -> each.rank() == 2);
    embedding.ifPresent(
        table -> {
          Map<Long, String> tokens = new TreeMap<>();
          for (Map.Entry<String, JsonNode> each : read("added_tokens.json").properties()) {
            JsonNode number = each.getValue();
            tokens.put(number.isIntegralNumber() ? number.longValue() : -1, each.getKey());
          }
          compare("added_tokens.json", tokens, table);
          JsonNode decoder = read("tokenizer_config.json").path("added_tokens_decoder");
          tokens.clear();
          for (Map.Entry<String, JsonNode> each : decoder.properties()) {
            if (each.getKey().matches("[0-9]{1,9}")) {
              tokens.put(Long.valueOf(each.getKey()), each.getValue().path("content").asText());
            }
          }
          compare("tokenizer_config.json", tokens, table);
        });
  }

  private JsonNode read(String name) {
    return SmallFiles.unicodeText(folder.resolve(name), ConfigFiles.MAX_BYTES)
        .map(LimitedJson::parse)
        .orElse(MissingNode.getInstance());
  }

  private void compare(String file, Map<Long, String> tokens, Stored embedding) {
    long rows = embedding.shape().dimension(0);
    List<Map.Entry<Long, String>> beyond =
        tokens.entrySet().stream().filter(token -> token.getKey() >= rows).toList();
    if (!beyond.isEmpty() && !results.has(FindingCode.CONFIG_TOKENIZER)) {
      results.add(
          FindingCode.CONFIG_TOKENIZER,
          Sentence.of(
              "{0} has {1} added {1#token|tokens} without a row in the embedding, such as {2} with"
                  + " the number {3}; {4} has {5} rows. Programs stop at such a token.",
              file,
              beyond.size(),
              DisplayText.of(beyond.getFirst().getValue()),
              String.valueOf(beyond.getFirst().getKey()),
              embedding.shownName(),
              rows));
    }
  }
}
