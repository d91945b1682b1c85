package io.github.tensorloupe.edit;

import module com.fasterxml.jackson.databind;
import module java.base;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.PrivateData.Kind;
import io.github.tensorloupe.edit.PrivateText.Match;

/// Replaces the private parts of a metadata value by masks, each distinct part by another mask, so
/// that distinct texts stay distinct. In JSON, replaces only strings with private parts, and stays
/// valid. Not thread-safe.
final class PrivateMask {

  private static final int MAX_NESTING = 4;
  private static final int MIN_MASK_LENGTH = 3;
  private static final int MAX_MASK_LENGTH = 64;

  /// Accepts `NaN`, which Python writes.
  private static final JsonFactory FACTORY =
      EmbeddedJson.strictFactory(Integer.MAX_VALUE, 10_000)
          .rebuild()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private final String stars;
  private final Map<String, String> masks = new HashMap<>();
  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);

  /// @param original the value, which contains none of the masks
  PrivateMask(String original) {
    int longest = 0;
    int length = 0;
    for (int i = 0; i < original.length(); i++) {
      length = original.charAt(i) == '*' ? length + 1 : 0;
      longest = Math.max(longest, length);
    }
    stars =
        "*"
            .repeat(
                longest < MIN_MASK_LENGTH
                    ? MIN_MASK_LENGTH
                    : Math.min(longest + 1, MAX_MASK_LENGTH));
  }

  /// The kinds of the masked parts.
  Set<Kind> kinds() {
    return kinds;
  }

  /// Returns true if a masked value consists of a mask only.
  boolean isMask(String masked) {
    return masks.containsValue(masked);
  }

  /// Returns the value with masks, or the same instance if nothing is private.
  String value(String key, String value) {
    return value(key, value, 0);
  }

  private String value(String key, String value, int nesting) {
    if (PrivateKeys.isSecret(key, value)) {
      return mask(Kind.SECRET, value);
    }
    if (PrivateKeys.isComputer(key, value)) {
      return mask(Kind.COMPUTER, value);
    }
    return nesting < MAX_NESTING && EmbeddedJson.isContainer(value) && isJson(value)
        ? json(value, nesting + 1)
        : text(value);
  }

  private String mask(Kind kind, String text) {
    kinds.add(kind);
    return masks.computeIfAbsent(text, _ -> masks.isEmpty() ? stars : stars + (masks.size() + 1));
  }

  String text(String text) {
    List<Match> matches = PrivateText.matches(text);
    if (matches.isEmpty()) {
      return text;
    }
    StringBuilder masked = new StringBuilder();
    int end = 0;
    for (Match match : matches) {
      masked
          .append(text, end, match.begin())
          .append(mask(match.kind(), text.substring(match.begin(), match.end())));
      end = match.end();
    }
    return masked.append(text, end, text.length()).toString();
  }

  private static boolean isJson(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  private String json(String json, int nesting) {
    StringBuilder masked = new StringBuilder();
    int copiedEnd = 0;
    try (JsonParser parser = FACTORY.createParser(json)) {
      for (JsonToken token; (token = parser.nextToken()) != null; ) {
        if (token != JsonToken.FIELD_NAME && token != JsonToken.VALUE_STRING) {
          continue;
        }
        String before = parser.getText();
        String name = Objects.requireNonNullElse(parser.currentName(), "");
        String after = token == JsonToken.FIELD_NAME ? text(before) : value(name, before, nesting);
        if (!after.equals(before)) {
          int begin = (int) parser.currentTokenLocation().getCharOffset();
          masked
              .append(json, copiedEnd, begin)
              .append(JsonForm.COMPACT.write(new JsonString(after)));
          copiedEnd = stringEnd(json, begin);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("valid JSON cannot fail to be read", e);
    }
    return copiedEnd == 0 ? json : masked.append(json, copiedEnd, json.length()).toString();
  }

  /// Returns the index after the closing quote.
  private static int stringEnd(String json, int begin) {
    int end = begin + 1;
    while (json.charAt(end) != '"') {
      end += json.charAt(end) == '\\' ? 2 : 1;
    }
    return end + 1;
  }
}
