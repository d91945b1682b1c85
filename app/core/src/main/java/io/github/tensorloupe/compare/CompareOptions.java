package io.github.tensorloupe.compare;

import module java.base;

/// Options of a comparison.
///
/// @param structure true to compare headers only
/// @param tolerance the maximum relative L2 norm of ignored differences; empty to report all
public record CompareOptions(
    boolean structure, OptionalDouble tolerance, boolean ignoreNames, boolean ignoreMetadata) {

  public static final CompareOptions STRICT =
      new CompareOptions(false, OptionalDouble.empty(), false, false);

  /// Returns true if the values of a pair differ, but within the tolerance.
  boolean isTolerated(PairResult result) {
    Optional<Figures> figures =
        result.figures().filter(differences -> differences.changedNonFinite() == 0);
    if (tolerance.isEmpty()
        || figures.isEmpty()
        || result.change() != Change.VALUES && result.change() != Change.DTYPE) {
      return false;
    }
    double norm = figures.get().relativeL2().orElse(Double.NaN);
    return figures.get().changed() == 0 || norm <= tolerance.getAsDouble();
  }
}
