package io.github.tensorloupe.edit;

import java.util.List;
import java.util.Objects;

/// A value of JSON text as a tree. Immutable; holds what the text says, without interpreting it.
public sealed interface JsonValue {

  /// Names with values, in the order of the text.
  ///
  /// @param members a name that the text repeats stands here as often as there
  record JsonObject(List<Member> members) implements JsonValue {
    public JsonObject {
      members = List.copyOf(members);
    }
  }

  /// One name of an object with its value.
  record Member(String name, JsonValue value) {
    public Member {
      Objects.requireNonNull(name);
      Objects.requireNonNull(value);
    }
  }

  /// Values in the order of the text.
  record JsonArray(List<JsonValue> elements) implements JsonValue {
    public JsonArray {
      elements = List.copyOf(elements);
    }
  }

  /// Text.
  ///
  /// @param text with its escapes resolved; may hold any code unit, lone surrogates too
  record JsonString(String text) implements JsonValue {
    public JsonString {
      Objects.requireNonNull(text);
    }
  }

  /// A number of any size and precision.
  ///
  /// @param sourceText exactly as it is written
  record JsonNumber(String sourceText) implements JsonValue {
    public JsonNumber {
      Objects.requireNonNull(sourceText);
    }
  }

  /// `true` or `false`.
  record JsonBoolean(boolean value) implements JsonValue {}

  /// `null`.
  record JsonNull() implements JsonValue {}
}
