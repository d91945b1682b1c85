package io.github.tensorloupe.library;

/// The health of the values of a checkpoint, as far as it is known, the worst last.
public enum Health {
  /// Not looked at yet, or not all of it.
  UNKNOWN,
  /// Nothing is wrong with the values.
  HEALTHY,
  /// Something is odd, such as a tensor of zeros.
  DOUBTFUL,
  /// There are infinities, and no NaN.
  INF,
  /// There are values that are not a number, and no infinities.
  NAN,
  /// There are NaN and infinities, in one tensor or in several.
  NAN_AND_INF;

  /// True if there are values that are not finite.
  public boolean isBroken() {
    return compareTo(INF) >= 0;
  }

  /// The health of two parts together: the worst, and nothing good where one is not known.
  public Health and(Health other) {
    if (isBroken() && other.isBroken()) {
      return this == other ? this : NAN_AND_INF;
    }
    Health worse = compareTo(other) < 0 ? other : this;
    boolean isPartlyUnknown = this == UNKNOWN || other == UNKNOWN;
    return isPartlyUnknown && !worse.isBroken() ? UNKNOWN : worse;
  }
}
