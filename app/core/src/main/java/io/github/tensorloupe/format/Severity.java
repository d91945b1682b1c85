package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Spelled;

/// The severity of a finding, in descending order.
public enum Severity implements Spelled {
  /// The file cannot be loaded or its values are wrong.
  ERROR,
  /// The file can be loaded but violates a rule or is probably wrong.
  WARNING,
  /// The file can be loaded, but some loaders may have problems.
  INFO
}
