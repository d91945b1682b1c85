package io.github.tensorloupe.text;

/// A number, displayed by a [Sentence] with a fixed number of decimals: `0.5`, in German `0,5`.
///
/// @param value finite
/// @param decimals the number of digits after the separator
public record Decimal(double value, int decimals) {}
