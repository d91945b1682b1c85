package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.text.Quantities;

/// A JSON object whose members are written in insertion order.
///
/// Values can be texts, [Boolean], [Number], [OptionalLong], [OptionalInt], [OptionalDouble], enum
/// constants, shapes, maps, lists, `long[]`, [Stream], [Consumer], other objects, an [Optional] of
/// these, or null. Empty values are written as null, enum constants as their names in lowercase. A
/// `Stream` is written as an array, element by element, which limits memory for files with many
/// tensors. A `Consumer` appends the comma-separated numbers of an array to a [StringBuilder].
///
/// `long`, `OptionalLong` and elements of `long[]` are unsigned; other numbers are signed. NaN and
/// infinities are written as null, because JSON cannot represent them.
final class JsonObject {

  final Map<String, Object> members = LinkedHashMap.newLinkedHashMap(20);

  JsonObject() {}

  JsonObject(Location path) {
    members.put("path", path.text());
  }

  JsonObject with(String name, Object value) {
    members.put(name, value);
    return this;
  }

  JsonObject with(String name, long unsigned) {
    return with(name, unsigned < 0 ? Quantities.exact(unsigned) : (Long) unsigned);
  }
}
