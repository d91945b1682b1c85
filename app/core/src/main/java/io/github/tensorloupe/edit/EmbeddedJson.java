package io.github.tensorloupe.edit;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.text.Sentence;

/// Parses JSON in metadata values.
///
/// [#parse] accepts only objects and arrays, because writers store numbers, `True` and `None` as
/// plain text, which must be preserved.
public final class EmbeddedJson {

  /// Maximum length of a parsed text, in UTF-16 code units.
  public static final int MAX_CHARACTERS = 16_000_000;

  /// Maximum nesting depth of objects and arrays.
  public static final int MAX_DEPTH = 200;

  /// Maximum number of values. Limits the memory of trees parsed from short texts.
  public static final int MAX_VALUES = 1_000_000;

  private static final Pattern CONTAINER = Pattern.compile("\\s*[{\\[]");
  private static final JsonFactory FACTORY = strictFactory(MAX_CHARACTERS, MAX_DEPTH);

  private final JsonParser parser;
  private int valueCount;

  private EmbeddedJson(JsonParser parser) {
    this.parser = parser;
  }

  /// Parses an object or array, optionally surrounded by white space. Returns empty for any other
  /// text and if a limit is exceeded. Takes linear time.
  public static Optional<JsonValue> parse(String text) {
    if (text.length() > MAX_CHARACTERS || !isContainer(text)) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(text));
    } catch (JsonTextException e) {
      return Optional.empty();
    }
  }

  /// Returns true if a text begins like an object or array.
  static boolean isContainer(String text) {
    return CONTAINER.matcher(text).lookingAt();
  }

  /// Parses any JSON value, optionally surrounded by white space. Takes linear time.
  ///
  /// @throws JsonTextException if the text is not valid JSON or exceeds a limit
  public static JsonValue read(String text) throws JsonTextException {
    if (text.length() > MAX_CHARACTERS) {
      throw beyondLimits(
          JsonLocation.NA,
          Sentence.of("The text exceeds the limit of {0} characters for JSON", MAX_CHARACTERS));
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new EmbeddedJson(parser).root();
    } catch (JsonProcessingException e) {
      throw new JsonTextException(e);
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot fail to be read", e);
    }
  }

  private static JsonTextException beyondLimits(JsonLocation location, Sentence reason) {
    return new JsonTextException(location, reason, true);
  }

  private JsonValue root() throws IOException, JsonTextException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      Sentence reason = Sentence.of("The text is empty: expected a JSON value");
      throw new JsonTextException(parser.currentLocation(), reason, false);
    }
    JsonValue value;
    try {
      value = value(first);
    } catch (StreamConstraintsException e) {
      throw beyondLimits(
          parser.currentLocation(),
          Sentence.of("The text exceeds the limit of {0} nesting levels for JSON", MAX_DEPTH));
    }
    if (parser.nextToken() != null) {
      Sentence reason = Sentence.of("The text continues after its JSON value");
      throw new JsonTextException(parser.currentTokenLocation(), reason, false);
    }
    return value;
  }

  private JsonValue value(JsonToken token) throws IOException, JsonTextException {
    if (++valueCount > MAX_VALUES) {
      throw beyondLimits(
          parser.currentTokenLocation(),
          Sentence.of("The text exceeds the limit of {0} JSON values", MAX_VALUES));
    }
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> new JsonString(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> new JsonBoolean(token == JsonToken.VALUE_TRUE);
      case VALUE_NULL -> new JsonNull();
      default -> throw new IllegalStateException("a reader of text gave " + token);
    };
  }

  private JsonObject object() throws IOException, JsonTextException {
    List<Member> members = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      members.add(new Member(name, value(parser.nextToken())));
    }
    return new JsonObject(members);
  }

  private JsonArray array() throws IOException, JsonTextException {
    List<JsonValue> elements = new ArrayList<>();
    JsonToken token;
    while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
      elements.add(value(token));
    }
    return new JsonArray(elements);
  }

  /// Creates a factory of strict JSON parsers (RFC 8259 without extensions).
  ///
  /// @param maxCharacters maximum length of names, strings and numbers, in UTF-16 code units
  /// @param maxDepth maximum nesting depth of objects and arrays
  static JsonFactory strictFactory(int maxCharacters, int maxDepth) {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(maxDepth)
                .maxNumberLength(maxCharacters)
                .maxStringLength(maxCharacters)
                .maxNameLength(maxCharacters)
                .build())
        // Names rarely recur in other files, so sharing a symbol table among parsers would waste
        // memory.
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .build();
  }
}
