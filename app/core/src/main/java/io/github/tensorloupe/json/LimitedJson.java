package io.github.tensorloupe.json;

import module com.fasterxml.jackson.databind;

/// Parses small JSON texts from files and metadata.
public final class LimitedJson {

  private static final long MAX_TOKENS = 2_000_000;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxTokenCount(MAX_TOKENS).build())
              .build());

  private LimitedJson() {}

  /// Returns the parsed value, or a missing node if the text is empty, malformed, or has more than
  /// two million tokens.
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
