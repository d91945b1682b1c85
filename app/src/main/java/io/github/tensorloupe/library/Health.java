package io.github.tensorloupe.library;

/// What is known of the values of a checkpoint, the worst last.
public enum Health {
  /// Nobody has looked yet, or not at all of it.
  UNKNOWN,
  /// Nothing is wrong with the values.
  HEALTHY,
  /// Something is odd, such as a tensor of zeros.
  DOUBTFUL,
  /// There are values that are no numbers.
  BROKEN;

  /// What is known of two files together: the worst, and nothing good where one is not known.
  Health and(Health other) {
    Health worse = compareTo(other) < 0 ? other : this;
    boolean isPartlyUnknown = this == UNKNOWN || other == UNKNOWN;
    return isPartlyUnknown && worse != BROKEN ? UNKNOWN : worse;
  }
}
