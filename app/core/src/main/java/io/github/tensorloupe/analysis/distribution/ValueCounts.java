package io.github.tensorloupe.analysis.distribution;

/// The exact number of values in each class of floating-point numbers.
///
/// @param finite all finite values, including zeros and subnormals
/// @param zero zeros of either sign
/// @param subnormal nonzero values below the smallest normal number of their dtype
public record ValueCounts(
    long finite,
    long nan,
    long positiveInfinity,
    long negativeInfinity,
    long zero,
    long subnormal) {

  public static final ValueCounts NONE = new ValueCounts(0, 0, 0, 0, 0, 0);

  public long total() {
    return finite + nonFinite();
  }

  public long nonFinite() {
    return nan + positiveInfinity + negativeInfinity;
  }

  public ValueCounts plus(ValueCounts other) {
    return new ValueCounts(
        finite + other.finite,
        nan + other.nan,
        positiveInfinity + other.positiveInfinity,
        negativeInfinity + other.negativeInfinity,
        zero + other.zero,
        subnormal + other.subnormal);
  }
}
