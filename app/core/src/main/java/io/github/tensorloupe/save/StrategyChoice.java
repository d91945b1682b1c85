package io.github.tensorloupe.save;

/// The strategy requested by the user.
public enum StrategyChoice {
  /// In place if the header fits and a rewrite would copy many bytes, otherwise a rewrite.
  AUTO,
  /// In place, or refused if the header does not fit.
  IN_PLACE,
  /// A rewrite, even if the header fits.
  REWRITE
}
