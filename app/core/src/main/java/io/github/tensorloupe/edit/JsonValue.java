package io.github.tensorloupe.edit;

import module java.base;

/// An immutable tree of JSON values. Preserves the source text without interpreting it.
public sealed interface JsonValue {

  /// Parses a number, `true`, `false` or `null`; any other text becomes a string.
  static JsonValue ofTyped(String text) {
    try {
      JsonValue value = EmbeddedJson.read(text);
      return value.isScalar() ? value : new JsonString(text);
    } catch (JsonTextException e) {
      return new JsonString(text);
    }
  }

  /// Returns true for everything except objects and arrays.
  default boolean isScalar() {
    return switch (this) {
      case JsonObject _, JsonArray _ -> false;
      case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> true;
    };
  }

  /// Returns the text of a scalar for an input field; strings have no quotes.
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

  /// Returns the value for text typed in place of this value. A string remains a string even if the
  /// text looks like a number.
  default JsonValue replacedBy(String typed) {
    return this instanceof JsonString ? new JsonString(typed) : ofTyped(typed);
  }

  /// Named values in source order.
  ///
  /// @param members all members, including repeated names
  record JsonObject(List<Member> members) implements JsonValue {
    public JsonObject {
      members = List.copyOf(members);
    }
  }

  record Member(String name, JsonValue value) {}

  /// Values in source order.
  record JsonArray(List<JsonValue> elements) implements JsonValue {
    public JsonArray {
      elements = List.copyOf(elements);
    }
  }

  /// @param text the text with escapes resolved; may contain any code unit, including lone
  ///   surrogates
  record JsonString(String text) implements JsonValue {}

  /// A number of any size and precision.
  ///
  /// @param sourceText the number exactly as written
  record JsonNumber(String sourceText) implements JsonValue {}

  record JsonBoolean(boolean value) implements JsonValue {}

  record JsonNull() implements JsonValue {}
}
