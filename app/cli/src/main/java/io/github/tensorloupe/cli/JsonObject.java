package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.text.Quantities;

/// A JSON object whose members are written in insertion order.
///
/// Values can be texts, [Boolean], [Number], enum constants (written in lowercase), shapes, maps,
/// lists, `long[]`, other objects, optionals of these, or null. Empty values, NaN and infinities
/// are written as null. A [Stream] is written as an array, element by element, which limits memory
/// for files with many tensors. A [Consumer] appends the comma-separated numbers of an array to a
/// [StringBuilder]. `long`, `OptionalLong` and elements of `long[]` are unsigned; other numbers are
/// signed.
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
