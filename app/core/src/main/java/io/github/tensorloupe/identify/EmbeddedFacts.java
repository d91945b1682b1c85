package io.github.tensorloupe.identify;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.Saturating;

/// Extracts facts from JSON in metadata values. Returns only the facts before the first error of
/// malformed JSON, and no facts from too long texts.
final class EmbeddedFacts {

  private static final int MAX_CHARACTERS = 16_000_000;
  private static final int MAX_NAMES = 200_000;
  private static final JsonFactory FACTORY = new JsonFactory();

  private EmbeddedFacts() {}

  @FunctionalInterface
  private interface Reader {
    void read(JsonToken token, String name, JsonParser parser) throws IOException;
  }

  /// Returns the scalar values, except null, of all keys that equal the given key or end with a dot
  /// followed by it. Searches at any depth.
  static List<String> scalars(String json, String key) {
    List<String> values = new ArrayList<>();
    read(
        json,
        (token, name, parser) -> {
          boolean isNamed = name.equals(key) || name.endsWith("." + key);
          if (isNamed && token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            values.add(parser.getText());
          }
        });
    return values;
  }

  static Map<String, Long> sums(String json) {
    Map<String, Long> sums = new LinkedHashMap<>();
    read(
        json,
        (token, name, parser) -> {
          boolean isNamed = parser.currentName() != null;
          if (isNamed && token == JsonToken.VALUE_NUMBER_INT && sums.size() < MAX_NAMES) {
            sums.merge(name.strip(), parser.getValueAsLong(), Saturating::sum);
          }
        });
    return sums;
  }

  static List<String> strings(String json) {
    List<String> strings = new ArrayList<>();
    read(
        json,
        (token, _, parser) -> {
          if (token == JsonToken.VALUE_STRING) {
            strings.add(parser.getText());
          }
        });
    return strings;
  }

  private static void read(String json, Reader reader) {
    if (json.length() > MAX_CHARACTERS) {
      return;
    }
    try (JsonParser parser = FACTORY.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        reader.read(token, Objects.requireNonNullElse(parser.currentName(), ""), parser);
      }
    } catch (IOException e) {
      // The metadata editor reports malformed JSON.
    }
  }
}
