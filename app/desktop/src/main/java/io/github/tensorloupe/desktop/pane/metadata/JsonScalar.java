package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;

/// The values of JSON that are typed on one line.
final class JsonScalar {

  private JsonScalar() {}

  static boolean is(JsonValue value) {
    return switch (value) {
      case JsonObject _, JsonArray _ -> false;
      case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> true;
    };
  }

  /// The text that stands for a value in a field: of a text itself, without quotes.
  static String text(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text;
      case JsonNumber(String sourceText) -> sourceText;
      case JsonBoolean(boolean truth) -> Boolean.toString(truth);
      case JsonNull() -> "null";
      case JsonObject _, JsonArray _ -> throw new IllegalArgumentException("no single value");
    };
  }

  /// What is meant by text that was typed in place of a value. A text stays a text, also where it
  /// looks like a number; in place of anything else, what is no number, `true`, `false` or `null`
  /// is a text.
  static JsonValue typed(JsonValue before, String text) {
    return before instanceof JsonString ? new JsonString(text) : guessed(text);
  }

  /// A number, `true`, `false` or `null` where the text is one, else a text.
  static JsonValue guessed(String text) {
    try {
      JsonValue value = EmbeddedJson.read(text);
      return is(value) ? value : new JsonString(text);
    } catch (JsonTextException e) {
      return new JsonString(text);
    }
  }
}
