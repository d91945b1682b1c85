package io.github.tensorloupe.analysis.distribution;

/// The number of bits that the values of a tensor would take if each took as many as its frequency
/// asks for, by itself and without a word on which value means what: what no coder of single values
/// gets below. Immutable.
///
/// Of few values it is low for want of values: never more than the logarithm of their number.
///
/// @param totalUnits bits of all values, in 1/65,536 of a bit, 0 or more: integers add up to the
///   same whatever their order
/// @param storedBits bits that the values take in the file, 0 or more
/// @param isExact true if every bit pattern was counted by itself; if not, values are known by
///   their leading bits, and the bits behind are taken as beyond any coder
public record Entropy(long totalUnits, long storedBits, boolean isExact) {

  private static final double UNITS_PER_BIT = 1 << 16;

  /// Of nothing.
  static final Entropy NONE = new Entropy(0, 0, true);

  public Entropy {
    if (totalUnits < 0 || storedBits < 0) {
      throw new IllegalArgumentException(totalUnits + " units of " + storedBits + " bits");
    }
  }

  /// @param totalBits of all values; what rounding has left below 0 is 0
  static Entropy ofBits(double totalBits, long storedBits, boolean isExact) {
    return new Entropy(Math.max(0, Math.round(totalBits * UNITS_PER_BIT)), storedBits, isExact);
  }

  /// The bits of all values.
  public double totalBits() {
    return totalUnits / UNITS_PER_BIT;
  }

  /// The share of the stored bits that is left, from 0 to about 1; 0 where nothing is stored.
  public double ratio() {
    return storedBits == 0 ? 0 : totalBits() / storedBits;
  }

  /// Of these values and others, each with its own frequencies.
  Entropy plus(Entropy other) {
    return new Entropy(
        totalUnits + other.totalUnits, storedBits + other.storedBits, isExact && other.isExact);
  }
}
