package io.github.tensorloupe.edit;

import static java.nio.charset.StandardCharsets.UTF_8;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.text.Sentence;

/// Reads and writes metadata as a JSON document: one object with string values.
public final class MetadataJson {

  /// Maximum nesting depth: enough to report a value that is not a string.
  private static final int MAX_DEPTH = 2;

  private static final JsonFactory FACTORY =
      EmbeddedJson.strictFactory(Integer.MAX_VALUE, MAX_DEPTH);

  private final JsonParser parser;

  private MetadataJson(JsonParser parser) {
    this.parser = parser;
  }

  /// Formats metadata as JSON with one entry per line and a trailing line break. [#parse] returns
  /// equal metadata, but rejects unpaired surrogates, which this method escapes.
  public static String write(Metadata metadata) {
    List<Member> members =
        metadata.entries().entrySet().stream()
            .map(entry -> new Member(entry.getKey(), new JsonString(entry.getValue())))
            .toList();
    return JsonForm.PRETTY.write(new JsonObject(members)) + "\n";
  }

  /// Parses metadata from the bytes of a JSON document.
  ///
  /// @param bytes UTF-8; a leading byte order mark is skipped
  /// @throws JsonTextException if the document is not UTF-8 or not an object of strings, repeats a
  ///   key, or contains an unpaired surrogate
  public static Metadata parse(byte[] bytes) throws JsonTextException {
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
    String decoded = text.flip().toString();
    if (result.isError()) {
      int line = 1 + (int) decoded.chars().filter(each -> each == '\n').count();
      int column = decoded.length() - decoded.lastIndexOf('\n');
      throw new JsonTextException(
          new JsonLocation(ContentReference.unknown(), -1, line, column),
          Sentence.of("The text is not UTF-8: found an invalid byte"),
          false);
    }
    return parse(decoded);
  }

  /// Parses metadata from a JSON document, like [#parse(byte[])].
  public static Metadata parse(String text) throws JsonTextException {
    boolean hasOrderMark = text.startsWith("\uFEFF");
    try (JsonParser parser = FACTORY.createParser(hasOrderMark ? text.substring(1) : text)) {
      return new MetadataJson(parser).root();
    } catch (JsonProcessingException e) {
      throw new JsonTextException(e);
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot fail to be read", e);
    }
  }

  private Metadata root() throws IOException, JsonTextException {
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw error(Sentence.of("Expected an object of strings, found {0}", name(first)));
    }
    Map<String, String> entries = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      String shown = DisplayText.of(key);
      if (MetadataCheck.hasLoneSurrogate(key)) {
        throw error(
            Sentence.of(
                "The key \"{0}\" contains an unpaired surrogate: expected complete characters",
                shown));
      }
      if (entries.containsKey(key)) {
        throw error(Sentence.of("The key \"{0}\" occurs twice: expected once", shown));
      }
      entries.put(key, readStringValue(shown));
    }
    if (parser.nextToken() != null) {
      throw error(Sentence.of("The text continues after the closing brace: expected its end"));
    }
    return Metadata.of(entries);
  }

  private String readStringValue(String key) throws IOException, JsonTextException {
    JsonToken token = parser.nextToken();
    if (token != JsonToken.VALUE_STRING) {
      throw error(
          Sentence.of("The value of \"{0}\" must be a string: found {1}", key, name(token)));
    }
    String value = parser.getText();
    if (MetadataCheck.hasLoneSurrogate(value)) {
      throw error(
          Sentence.of(
              "The value of \"{0}\" \"{1}\" contains an unpaired surrogate: expected complete"
                  + " characters",
              key, DisplayText.of(value)));
    }
    return value;
  }

  private static Sentence name(JsonToken token) {
    return switch (token) {
      case null -> Sentence.of("nothing");
      case START_ARRAY -> Sentence.of("an array");
      case START_OBJECT -> Sentence.of("an object");
      case VALUE_STRING -> Sentence.of("a string");
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Sentence.of("a number");
      case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> Sentence.of(token.asString());
      default -> throw new IllegalStateException("a reader of text gave " + token);
    };
  }

  private JsonTextException error(Sentence reason) {
    return new JsonTextException(parser.currentTokenLocation(), reason, false);
  }
}
