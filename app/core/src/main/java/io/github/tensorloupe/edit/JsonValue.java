package io.github.tensorloupe.edit;

import module java.base;

/// An immutable tree of JSON values. Preserves repeated names and the source text of numbers.
public sealed interface JsonValue {

  /// Returns true unless this is an object or array.
  default boolean isScalar() {
    return switch (this) {
      case JsonObject _, JsonArray _ -> false;
      case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> true;
    };
  }

  /// Returns the text of a scalar for an input field, without the quotes of a string.
  ///
  /// @throws IllegalStateException for an object or array
  default String scalarText() {
    return switch (this) {
      case JsonString(String text) -> text;
      case JsonNumber(String sourceText) -> sourceText;
      case JsonBoolean(boolean isTrue) -> Boolean.toString(isTrue);
      case JsonNull() -> "null";
      case JsonObject _, JsonArray _ -> throw new IllegalStateException("not a scalar");
    };
  }

  /// @param members the members in source order, including repeated names
  record JsonObject(List<Member> members) implements JsonValue {
    public JsonObject {
      members = List.copyOf(members);
    }
  }

  record Member(String name, JsonValue value) {}

  record JsonArray(List<JsonValue> elements) implements JsonValue {
    public JsonArray {
      elements = List.copyOf(elements);
    }
  }

  /// @param text the decoded text; may contain unpaired surrogates
  record JsonString(String text) implements JsonValue {}

  /// A number of any size and precision.
  ///
  /// @param sourceText the number as written in the source
  record JsonNumber(String sourceText) implements JsonValue {}

  record JsonBoolean(boolean value) implements JsonValue {}

  record JsonNull() implements JsonValue {}
}
