package io.github.tensorloupe.edit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// JSON that a metadata value holds as text.
///
/// Only objects and arrays count: writers put numbers, `True` and `None` into metadata as plain
/// text, and as such they are to be kept.
public final class EmbeddedJson {

  /// Longer texts are not parsed.
  public static final int MAX_CHARACTERS = 16_000_000;

  /// Texts that nest objects and arrays deeper are not parsed.
  public static final int MAX_DEPTH = 200;

  /// Texts with more values are not parsed: a short text may hold millions, and each takes memory.
  public static final int MAX_VALUES = 1_000_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_CHARACTERS)
                  .maxStringLength(MAX_CHARACTERS)
                  .maxNameLength(MAX_CHARACTERS)
                  .build())
          // The names of one file are of no use to the next: no table of them is kept.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private final JsonParser parser;
  private int valueCount;

  private EmbeddedJson(JsonParser parser) {
    this.parser = parser;
  }

  /// The object or array that a text is, white space around it aside; empty where it is anything
  /// else or beyond the limits. Takes time in proportion to the text.
  public static Optional<JsonValue> parse(String text) {
    if (text.length() > MAX_CHARACTERS || !beginsLikeContainer(text)) {
      return Optional.empty();
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      EmbeddedJson json = new EmbeddedJson(parser);
      JsonValue value = json.value(parser.nextToken());
      return parser.nextToken() == null ? Optional.of(value) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean beginsLikeContainer(String text) {
    int at = 0;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[');
  }

  private JsonValue value(JsonToken token) throws IOException {
    if (++valueCount > MAX_VALUES) {
      throw new IOException("too many values");
    }
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> new JsonString(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
      case VALUE_TRUE -> new JsonBoolean(true);
      case VALUE_FALSE -> new JsonBoolean(false);
      case VALUE_NULL -> new JsonNull();
      case null, default -> throw new IOException("the text ends too early");
    };
  }

  private JsonObject object() throws IOException {
    List<Member> members = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      members.add(new Member(name, value(parser.nextToken())));
    }
    return new JsonObject(members);
  }

  private JsonArray array() throws IOException {
    List<JsonValue> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      elements.add(value(token));
    }
    return new JsonArray(elements);
  }
}
