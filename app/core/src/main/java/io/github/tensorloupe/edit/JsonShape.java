package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.Member;

/// Reads values that ought to have a certain shape.
final class JsonShape {

  /// Thrown where a value has another shape. Nobody reads more from it than that.
  static final class OddShapeException extends Exception {

    private static final long serialVersionUID = 1L;

    private OddShapeException() {
      super(null, null, false, false);
    }
  }

  /// Reads something out of a value.
  interface Reading<T> {
    T read(JsonValue value) throws OddShapeException;
  }

  private JsonShape() {}

  /// The content of a text; empty where it is not JSON or has another shape.
  static <T> Optional<T> read(String text, Reading<T> reading) {
    Optional<JsonValue> value = EmbeddedJson.parse(text);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reading.read(value.get()));
    } catch (OddShapeException e) {
      return Optional.empty();
    }
  }

  static List<Member> members(JsonValue value) throws OddShapeException {
    if (value instanceof JsonObject(var members)) {
      return members;
    }
    throw new OddShapeException();
  }

  static List<JsonValue> elements(JsonValue value) throws OddShapeException {
    if (value instanceof JsonArray(var elements)) {
      return elements;
    }
    throw new OddShapeException();
  }

  /// The value of a member; of a repeated name the last one.
  static Optional<JsonValue> member(JsonValue value, String name) throws OddShapeException {
    return members(value).stream()
        .filter(member -> member.name().equals(name))
        .map(Member::value)
        .reduce((_, last) -> last);
  }

  /// The value of a member that must be there.
  static JsonValue require(JsonValue value, String name) throws OddShapeException {
    return member(value, name).orElseThrow(OddShapeException::new);
  }

  /// Goes on only if something is as it must be.
  static void require(boolean isAsExpected) throws OddShapeException {
    if (!isAsExpected) {
      throw new OddShapeException();
    }
  }

  static long integer(JsonValue value) throws OddShapeException {
    try {
      return Long.parseLong(number(value));
    } catch (NumberFormatException e) {
      throw new OddShapeException();
    }
  }

  /// The integer of a member, if there is such a member.
  static OptionalLong integer(JsonValue value, String name) throws OddShapeException {
    Optional<JsonValue> member = member(value, name);
    return member.isPresent() ? OptionalLong.of(integer(member.get())) : OptionalLong.empty();
  }

  /// The text of a number.
  static String number(JsonValue value) throws OddShapeException {
    if (value instanceof JsonNumber(String sourceText)) {
      return sourceText;
    }
    throw new OddShapeException();
  }
}
