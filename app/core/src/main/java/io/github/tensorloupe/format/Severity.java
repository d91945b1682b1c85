package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Spelled;

/// The importance of a finding, the worst first.
public enum Severity implements Spelled {
  /// The file cannot be loaded, or its values are wrong.
  ERROR,
  /// It loads, but something is against the rules or very likely not meant.
  WARNING,
  /// It loads; some loaders are slower or stumble.
  INFO
}
