package io.github.tensorloupe.text;

/// A number that a [Sentence] displays with a fixed number of decimals: `0.5`, or `0,5` in German.
///
/// @param value a finite number
/// @param decimals the number of digits after the decimal separator
public record Decimal(double value, int decimals) {}
