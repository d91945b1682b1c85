package io.github.tensorloupe.library;

/// The health of the values of a checkpoint, in ascending order of severity.
public enum Health {
  /// Not scanned or only partly scanned.
  UNKNOWN,
  HEALTHY,
  /// Unusual values, such as a tensor of zeros.
  DOUBTFUL,
  /// Infinities but no NaN.
  INF,
  /// NaN but no infinities.
  NAN,
  /// NaN and infinities, possibly in different tensors.
  NAN_AND_INF;

  /// Returns true if there are values that are not finite.
  public boolean isBroken() {
    return compareTo(INF) >= 0;
  }

  /// Combines the health of two parts: the worse health, or unknown if either is unknown and
  /// neither is broken.
  public Health and(Health other) {
    if (isBroken() && other.isBroken()) {
      return this == other ? this : NAN_AND_INF;
    }
    Health worse = compareTo(other) < 0 ? other : this;
    boolean isPartlyUnknown = this == UNKNOWN || other == UNKNOWN;
    return isPartlyUnknown && !worse.isBroken() ? UNKNOWN : worse;
  }
}
