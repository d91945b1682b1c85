package io.github.tensorloupe.save;

/// Which strategy a person asks for.
public enum StrategyChoice {
  /// In place where the header fits and a rewrite would copy much, else a rewrite.
  AUTO,
  /// In place, or not at all.
  IN_PLACE,
  /// A rewrite, also where the header would fit.
  REWRITE
}
