package io.github.tensorloupe.edit;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.text.Sentence;

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

  private static final Pattern CONTAINER = Pattern.compile("\\s*[{\\[]");
  private static final JsonFactory FACTORY = strictFactory(MAX_CHARACTERS, MAX_DEPTH);

  private final JsonParser parser;
  private int valueCount;

  private EmbeddedJson(JsonParser parser) {
    this.parser = parser;
  }

  /// The object or array that a text is, white space around it aside; empty where it is anything
  /// else or beyond the limits. Takes time in proportion to the text.
  public static Optional<JsonValue> parse(String text) {
    if (text.length() > MAX_CHARACTERS || !CONTAINER.matcher(text).lookingAt()) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(text));
    } catch (JsonTextException e) {
      return Optional.empty();
    }
  }

  /// The JSON value of any kind that a text is, white space around it aside. Takes time in
  /// proportion to the text.
  ///
  /// @throws JsonTextException if it is not JSON or beyond the limits
  public static JsonValue read(String text) throws JsonTextException {
    if (text.length() > MAX_CHARACTERS) {
      throw beyondLimits(
          JsonLocation.NA,
          Sentence.of(
              "The text is longer than the {0} characters that are read as JSON", MAX_CHARACTERS));
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
          Sentence.of(
              "The text nests deeper than the {0} levels that are read as JSON", MAX_DEPTH));
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
          Sentence.of("The text has more than the {0} values that are read as JSON", MAX_VALUES));
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

  /// A source of readers of JSON as RFC 8259 has it, without extensions.
  ///
  /// @param maxCharacters what names, strings and numbers may have at most
  /// @param maxDepth how deep objects and arrays may nest
  static JsonFactory strictFactory(int maxCharacters, int maxDepth) {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(maxDepth)
                .maxNumberLength(maxCharacters)
                .maxStringLength(maxCharacters)
                .maxNameLength(maxCharacters)
                .build())
        // The names of one file are of no use to the next: no table of them is kept.
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .build();
  }
}
