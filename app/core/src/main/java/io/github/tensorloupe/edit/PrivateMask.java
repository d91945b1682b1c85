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

  /// Replaces strings of valid JSON, in which a quote outside of a string begins one.
  private String json(String json, int nesting) {
    StringBuilder masked = new StringBuilder();
    int copiedEnd = 0;
    String name = "";
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c == ',' || c == '{' || c == '[') {
        name = "";
      }
      if (c != '"') {
        continue;
      }
      int end = stringEnd(json, i + 1);
      String before = decoded(json.substring(i + 1, end));
      boolean isName = isName(json, end + 1);
      String after = isName ? text(before) : value(name, before, nesting);
      if (!after.equals(before)) {
        masked.append(json, copiedEnd, i).append(JsonForm.COMPACT.write(new JsonString(after)));
        copiedEnd = end + 1;
      }
      name = isName ? before : name;
      i = end;
    }
    return copiedEnd == 0 ? json : masked.append(json, copiedEnd, json.length()).toString();
  }

  private static int stringEnd(String json, int begin) {
    int end = begin;
    while (json.charAt(end) != '"') {
      end += json.charAt(end) == '\\' ? 2 : 1;
    }
    return end;
  }

  private static boolean isName(String json, int stringEnd) {
    int next = stringEnd;
    while (next < json.length() && Character.isWhitespace(json.charAt(next))) {
      next++;
    }
    return next < json.length() && json.charAt(next) == ':';
  }

  private static String decoded(String raw) {
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    StringBuilder text = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '\\') {
        c = raw.charAt(++i);
        switch (c) {
          case 'u' -> {
            text.append((char) HexFormat.fromHexDigits(raw, i + 1, i + 5));
            i += 4;
          }
          case 'n' -> text.append('\n');
          case 't' -> text.append('\t');
          case 'r' -> text.append('\r');
          case 'b' -> text.append('\b');
          case 'f' -> text.append('\f');
          default -> text.append(c);
        }
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
