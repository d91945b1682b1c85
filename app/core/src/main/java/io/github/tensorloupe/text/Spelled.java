package io.github.tensorloupe.text;

import module java.base;

/// An enum constant with a stable spelling for output, files and message keys.
public interface Spelled {

  String name();

  /// Returns the name in kebab case: `full-screen` for `FULL_SCREEN`.
  default String spelling() {
    return of(name());
  }

  static String of(Enum<?> constant) {
    return of(constant.name());
  }

  private static String of(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
