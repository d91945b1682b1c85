package io.github.tensorloupe.desktop.text;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// Explains the dtypes to those who have not met them yet.
///
/// @param messages gives the words
public record DtypeText(Messages messages) {

  /// Bits, range and precision in a sentence or two.
  public String of(Dtype dtype) {
    return messages.text("dtype." + dtype.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }
}
