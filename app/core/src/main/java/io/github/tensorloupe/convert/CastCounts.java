package io.github.tensorloupe.convert;

/// The effects of a cast on the values of a tensor.
///
/// @param overflow the number of finite values that became infinite or NaN
/// @param saturated the number of finite values that became the largest finite value
/// @param infToNan the number of infinities that became NaN
/// @param nan the number of NaNs in the source
/// @param underflow the number of values that became 0
/// @param rounded the number of other finite values that changed
/// @param largestError the largest absolute difference of a rounded value or an underflow
public record CastCounts(
    long overflow,
    long saturated,
    long infToNan,
    long nan,
    long underflow,
    long rounded,
    double largestError) {

  public static final CastCounts NONE = new CastCounts(0, 0, 0, 0, 0, 0, 0);

  public CastCounts plus(CastCounts other) {
    return new CastCounts(
        overflow + other.overflow,
        saturated + other.saturated,
        infToNan + other.infToNan,
        nan + other.nan,
        underflow + other.underflow,
        rounded + other.rounded,
        Math.max(largestError, other.largestError));
  }

  /// Returns the counts of a computed tensor that keeps its dtype, whose rounding is not a loss.
  CastCounts withoutRounding() {
    return new CastCounts(overflow, saturated, infToNan, nan, 0, 0, 0);
  }

  /// Returns true if finite or infinite values became NaN or infinite.
  public boolean isLossy() {
    return overflow > 0 || infToNan > 0;
  }
}
