package io.github.tensorloupe.integrity.signature;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.model.SentenceException;

/// Parses untrusted JSON. Limits the nesting depth, and rejects duplicate names because parsers
/// interpret them differently.
final class SignatureJson {

  private static final int MAX_DEPTH = 20;
  private static final int MAX_TOKENS = 1_000_000;
  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private SignatureJson() {}

  static JsonNode read(byte[] text) throws SentenceException {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new SentenceException(
          "It is not valid JSON for a signature: malformed, too large, nested too deeply, or with a"
              + " duplicate name.");
    }
  }

  static byte[] bytes(JsonNode text) throws SentenceException {
    try {
      return Base64.getDecoder().decode(text.asText());
    } catch (IllegalArgumentException e) {
      throw new SentenceException("It contains invalid Base64.");
    }
  }
}
