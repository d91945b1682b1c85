package io.github.tensorloupe.text;

import module java.base;

/// An enum constant with a stable spelling for output, files and message keys.
public interface Spelled {

  String name();

  /// Returns the name in kebab case: `full-screen` for `FULL_SCREEN`.
  default String spelling() {
    return of(name());
  }

  /// Returns the name in camel case: `fullScreen` for `FULL_SCREEN`.
  static String camelCase(Enum<?> constant) {
    return Pattern.compile("-(.)")
        .matcher(of(constant))
        .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
  }

  static String of(Enum<?> constant) {
    return of(constant.name());
  }

  private static String of(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
