package io.github.tensorloupe.compare;

import module java.base;

/// The result of comparing a pair.
///
/// @param count the number of elements; empty if the shapes differ
/// @param sameBytes true if the shapes differ, but dtype and all bytes are equal, as after a
///   reshape
/// @param figures the figures if values were compared
public record PairResult(
    Change change, OptionalLong count, Optional<Boolean> sameBytes, Optional<Figures> figures) {

  static PairResult withoutValues(Change change, OptionalLong count) {
    return new PairResult(change, count, Optional.empty(), Optional.empty());
  }

  /// Returns the relative L2 norm of the difference; empty if undefined.
  public OptionalDouble relativeL2() {
    return figures.map(Figures::relativeL2).orElse(OptionalDouble.empty());
  }
}
