package io.github.tensorloupe.compare;

import module java.base;

/// What is known of a pair.
///
/// @param count the number of elements; empty where the shapes differ
/// @param sameBytes of another shape: true if the dtype and all bytes agree, as after a reshape
/// @param figures of one shape, where values were compared
public record PairResult(
    Change change, OptionalLong count, Optional<Boolean> sameBytes, Optional<Figures> figures) {

  /// The relative L2 norm of the difference; empty where there is none.
  public OptionalDouble relativeL2() {
    return figures.map(Figures::relativeL2).orElse(OptionalDouble.empty());
  }
}
