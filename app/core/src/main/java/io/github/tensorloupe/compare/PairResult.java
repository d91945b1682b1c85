package io.github.tensorloupe.compare;

import module java.base;

/// The result of comparing a pair of tensors.
///
/// @param count the number of elements; empty if the shapes differ
/// @param sameBytes true if the shapes differ, but the dtypes and all bytes are equal (a reshape)
/// @param figures the figures; empty if values were not compared
public record PairResult(
    Change change, OptionalLong count, Optional<Boolean> sameBytes, Optional<Figures> figures) {

  static PairResult withoutValues(Change change, OptionalLong count) {
    return new PairResult(change, count, Optional.empty(), Optional.empty());
  }

  /// Returns the relative L2 norm of the difference, or empty if it is unknown or undefined.
  public OptionalDouble relativeL2() {
    return figures.map(Figures::relativeL2).orElse(OptionalDouble.empty());
  }
}
