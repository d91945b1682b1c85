package io.github.tensorloupe.compare;

import module java.base;

/// What counts as a difference.
///
/// @param structure true if only headers are compared
/// @param tolerance the largest relative L2 norm of a difference that does not count
public record CompareOptions(
    boolean structure, OptionalDouble tolerance, boolean ignoreNames, boolean ignoreMetadata) {

  /// Everything counts.
  public static final CompareOptions STRICT =
      new CompareOptions(false, OptionalDouble.empty(), false, false);

  /// True if the values of a pair differ, but no further than it is tolerated.
  boolean isTolerated(PairResult result) {
    boolean isOfValues = result.change() == Change.VALUES || result.change() == Change.DTYPE;
    Optional<Figures> figures = result.figures().filter(it -> it.changedNonFinite() == 0);
    return tolerance.isPresent()
        && isOfValues
        && figures
            .filter(
                it ->
                    it.changed() == 0
                        || it.relativeL2().orElse(Double.NaN) <= tolerance.getAsDouble())
            .isPresent();
  }
}
