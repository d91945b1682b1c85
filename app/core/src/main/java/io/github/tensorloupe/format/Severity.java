package io.github.tensorloupe.format;

import module java.base;

/// The importance of a finding, the worst first.
public enum Severity {
  /// The file cannot be loaded, or its values are wrong.
  ERROR,
  /// It loads, but something is against the rules or very likely not meant.
  WARNING,
  /// It loads; some loaders are slower or stumble.
  INFO;

  /// The lower-case word used in output.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
