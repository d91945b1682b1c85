package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

/// An object in a configuration file.
///
/// @param file the name of the file
/// @param path the path of the object in the file, or an empty string for the file itself
record Section(String file, String path, JsonNode node) {

  /// A number of a configuration.
  ///
  /// @param key the path of the key, or empty for a default
  record Setting(String file, Optional<String> key, String name, long value) {

    static Setting ofDefault(Section section, String name, long value) {
      return new Setting(section.file, Optional.empty(), section.qualified(name), value);
    }

    /// Returns file, value and name, followed by more arguments of a sentence.
    Object[] words(Object... more) {
      return Stream.concat(Stream.of(file, value, name), Stream.of(more)).toArray();
    }
  }

  Section child(String key) {
    return new Section(file, qualified(key), node.path(key));
  }

  boolean isObject() {
    return node.isObject();
  }

  boolean has(String key) {
    return node.hasNonNull(key);
  }

  String qualified(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  Optional<Setting> number(String key) {
    return number(List.of(key));
  }

  /// Returns the number of the first existing key, or empty.
  ///
  /// @param keys alternative keys
  Optional<Setting> number(List<String> keys) {
    for (String key : keys) {
      JsonNode value = node.path(key);
      if (value.isIntegralNumber() && value.canConvertToLong()) {
        String name = qualified(key);
        return Optional.of(new Setting(file, Optional.of(name), name, value.longValue()));
      }
    }
    return Optional.empty();
  }

  long number(String key, long absent) {
    return number(key).map(Setting::value).orElse(absent);
  }

  Optional<Boolean> flag(String key) {
    return node.path(key).isBoolean()
        ? Optional.of(node.path(key).booleanValue())
        : Optional.empty();
  }

  String text(String key) {
    return node.path(key).asText("");
  }
}
