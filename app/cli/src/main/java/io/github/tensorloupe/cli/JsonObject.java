package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.text.Quantities;

/// A JSON object. Its members are written in the order in which they are added.
///
/// A value is a text, a [Boolean], a [Number], an [OptionalLong], an [OptionalInt], an
/// [OptionalDouble], an enum constant, a shape, a map, a list, a `long[]`, a [Stream], a
/// [Consumer], another object, an [Optional] of those, or null. What is empty becomes null, and an
/// enum constant its word in lower case. A `Stream` becomes an array, element by element, so that a
/// file may have any number of tensors; so does a `Consumer` of a [StringBuilder], to which it
/// appends numbers with commas between them.
///
/// A `long` and an `OptionalLong` are unsigned, those of a `long[]` and any other `Number` is
/// signed, and a number that is not finite is null, which JSON has no other word for.
final class JsonObject {

  final Map<String, Object> members = LinkedHashMap.newLinkedHashMap(20);

  JsonObject with(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /// Adds an unsigned number.
  JsonObject with(String name, long unsigned) {
    return with(name, unsigned < 0 ? Quantities.exact(unsigned) : (Long) unsigned);
  }
}
