package io.github.tensorloupe.edit;

import module java.base;

/// A value of JSON text as a tree. Immutable; holds what the text says, without interpreting it.
public sealed interface JsonValue {

  /// A number, `true`, `false` or `null` where the text is one, else a string.
  static JsonValue ofTyped(String text) {
    try {
      JsonValue value = EmbeddedJson.read(text);
      return value.isScalar() ? value : new JsonString(text);
    } catch (JsonTextException e) {
      return new JsonString(text);
    }
  }

  /// True for everything but objects and arrays.
  default boolean isScalar() {
    return switch (this) {
      case JsonObject _, JsonArray _ -> false;
      case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> true;
    };
  }

  /// The text of a scalar for an input field; that of a string has no quotes.
  ///
  /// @throws IllegalStateException for an object or array
  default String scalarText() {
    return switch (this) {
      case JsonString(String text) -> text;
      case JsonNumber(String sourceText) -> sourceText;
      case JsonBoolean(boolean truth) -> Boolean.toString(truth);
      case JsonNull() -> "null";
      case JsonObject _, JsonArray _ -> throw new IllegalStateException("not a scalar");
    };
  }

  /// The value for a text that was typed in place of this one. A string stays a string even where
  /// it looks like a number.
  default JsonValue replacedBy(String typed) {
    return this instanceof JsonString ? new JsonString(typed) : ofTyped(typed);
  }

  /// Names with values, in the order of the text.
  ///
  /// @param members a name that the text repeats stands here as often as there
  record JsonObject(List<Member> members) implements JsonValue {
    public JsonObject {
      members = List.copyOf(members);
    }
  }

  record Member(String name, JsonValue value) {}

  /// Values in the order of the text.
  record JsonArray(List<JsonValue> elements) implements JsonValue {
    public JsonArray {
      elements = List.copyOf(elements);
    }
  }

  /// Text.
  ///
  /// @param text with its escapes resolved; may hold any code unit, lone surrogates too
  record JsonString(String text) implements JsonValue {}

  /// A number of any size and precision.
  ///
  /// @param sourceText exactly as it is written
  record JsonNumber(String sourceText) implements JsonValue {}

  record JsonBoolean(boolean value) implements JsonValue {}

  record JsonNull() implements JsonValue {}
}
