package io.github.tensorloupe.json;

import module com.fasterxml.jackson.databind;

/// Parses small JSON texts from files and metadata.
public final class LimitedJson {

  private static final long MAX_TOKENS = 2_000_000;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              // Python writes infinities, for example in configurations of Mamba 2.
              .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxTokenCount(MAX_TOKENS).build())
              .build());

  private static final ObjectMapper STRICT_MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxTokenCount(MAX_TOKENS).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final JsonNode EXCESSIVE = new POJONode(null);

  private LimitedJson() {}

  /// Returns the parsed value, a missing node if the text is empty or malformed, or an
  /// [excessive][#isExcessive] value, which has no children.
  public static JsonNode parse(String text) {
    return parse(MAPPER, text);
  }

  /// Returns the parsed value like [#parse], but a missing node also for a text with a repeated
  /// name or with another text after the value.
  public static JsonNode parseStrictly(String text) {
    return parse(STRICT_MAPPER, text);
  }

  private static JsonNode parse(ObjectMapper mapper, String text) {
    try {
      return mapper.readTree(text);
    } catch (StreamConstraintsException e) {
      return EXCESSIVE;
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /// Returns true if a text was not parsed, because it has more than two million tokens, or
  /// nesting, names or numbers that exceed the default limits of the parser.
  ///
  /// @param parsed the result of [#parse]
  public static boolean isExcessive(JsonNode parsed) {
    return parsed == EXCESSIVE;
  }
}
