package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.text.Quantities;

/// A JSON object. Its members are written in the order in which they are added.
///
/// A value is a text, a [Boolean], a [Number], an [OptionalLong], an [OptionalInt], an
/// [OptionalDouble], an enum constant, a shape, a map, a list, a `long[]`, a [Stream], a
/// [Consumer], another object, an [Optional] of such a value, or null. Empty values become null,
/// and enum constants their names in lower case. A `Stream` becomes an array, written element by
/// element, so that a file may have any number of tensors. A `Consumer` appends the comma-separated
/// numbers of an array to a [StringBuilder].
///
/// A `long`, an `OptionalLong` and the elements of a `long[]` are unsigned. All other numbers are
/// signed. Numbers that are not finite become null, because JSON cannot represent them.
final class JsonObject {

  final Map<String, Object> members = LinkedHashMap.newLinkedHashMap(20);

  JsonObject() {}

  /// Creates the result for a path.
  JsonObject(Location path) {
    members.put("path", path.text());
  }

  JsonObject with(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /// Adds an unsigned number.
  JsonObject with(String name, long unsigned) {
    return with(name, unsigned < 0 ? Quantities.exact(unsigned) : (Long) unsigned);
  }
}
