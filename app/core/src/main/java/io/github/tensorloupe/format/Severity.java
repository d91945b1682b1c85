package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Spelled;

/// The severity of a finding, highest first.
public enum Severity implements Spelled {
  /// The file cannot be loaded, or its values are wrong.
  ERROR,
  /// The file loads, but violates a rule or is probably not as intended.
  WARNING,
  /// The file loads, but may cause problems in some loaders.
  INFO
}
