package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// How far the values of two tensors of one shape differ, element by element. Δ is b − a. From
/// [#maxAbs] on only elements count that are finite on both sides. Immutable.
///
/// @param changed elements whose value differs; NaN equals NaN, −0 equals +0
/// @param changedCodes elements whose bits differ; empty where the dtypes differ
/// @param nonFinite elements that are not finite on at least one side; empty of equal tensors
/// @param changedNonFinite those of them that changed
/// @param firstChanged the index of the first element of which the value or, with equal dtypes, the
///   bits differ
/// @param maxAbs the largest |Δ|: a [BigInteger] of two integer dtypes, else a [Double]
/// @param maxAbsElement the index of the first element that has it; empty where it is 0 or none
/// @param maxAbsPart 1 where it is the imaginary part, else 0
/// @param maxAbsIndex its place in the shape, with complex elements one more number for the part
/// @param meanAbs Σ|Δ| / n
/// @param rms √(ΣΔ² / n)
/// @param relativeL2 √ΣΔ² / √Σa²
/// @param cosine of the angle between both, from −1 to 1
/// @param signFlips elements below zero on one side and above on the other
/// @param maxUlp the largest distance of ordered codes, up to 2⁶⁴; only of one float dtype
/// @param bits of each bit of the code, from the lowest, in how many elements it differs; only of
///   one dtype
/// @param sumSquaresA Σa²; empty of equal tensors, which are read no second time
/// @param sumSquaresDelta ΣΔ²
public record Figures(
    long changed,
    OptionalLong changedCodes,
    OptionalLong nonFinite,
    long changedNonFinite,
    OptionalLong firstChanged,
    Optional<Number> maxAbs,
    OptionalLong maxAbsElement,
    int maxAbsPart,
    Optional<List<Long>> maxAbsIndex,
    OptionalDouble meanAbs,
    OptionalDouble rms,
    OptionalDouble relativeL2,
    OptionalDouble cosine,
    long signFlips,
    Optional<BigInteger> maxUlp,
    Optional<List<Long>> bits,
    Optional<BigDecimal> sumSquaresA,
    BigDecimal sumSquaresDelta) {

  public Figures {
    maxAbsIndex = maxAbsIndex.map(List::copyOf);
    bits = bits.map(List::copyOf);
  }

  /// The signal-to-noise ratio of `b` as an approximation of `a`, in decibels; empty where nothing
  /// differs.
  public OptionalDouble sqnr() {
    return relativeL2.isPresent() && relativeL2.getAsDouble() > 0
        ? OptionalDouble.of(-20 * Math.log10(relativeL2.getAsDouble()))
        : OptionalDouble.empty();
  }

  /// The figures of equal tensors, which need not be read for them.
  static Figures ofEqual(ElementType type) {
    return new Figures(
        0,
        OptionalLong.of(0),
        OptionalLong.empty(),
        0,
        OptionalLong.empty(),
        Optional.of(type.isInteger() ? BigInteger.ZERO : (Number) 0.0),
        OptionalLong.empty(),
        0,
        Optional.empty(),
        OptionalDouble.of(0),
        OptionalDouble.of(0),
        OptionalDouble.of(0),
        OptionalDouble.empty(),
        0,
        type.isInteger() ? Optional.empty() : Optional.of(BigInteger.ZERO),
        Optional.of(Collections.nCopies(type.partBits(), 0L)),
        Optional.empty(),
        BigDecimal.ZERO);
  }
}
