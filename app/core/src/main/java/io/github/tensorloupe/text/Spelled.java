package io.github.tensorloupe.text;

import module java.base;

/// A constant that programs read under a name of its own: in output, in files, and in the keys of
/// messages. The spelling never changes.
public interface Spelled {

  String name();

  /// The name in kebab case: `FULL_SCREEN` is `full-screen`.
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
