package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// Statistics of the differences between two tensors of equal shape. Δ is b − a. The statistics
/// from [#maxAbs] on ignore elements that are not finite on both sides. Immutable.
///
/// @param changed the number of elements whose values differ; NaN equals NaN, −0 equals +0
/// @param changedCodes the number of elements whose bits differ; empty if the dtypes differ
/// @param nonFinite the number of elements that are not finite on at least one side; empty for
///   equal tensors
/// @param changedNonFinite the number of changed non-finite elements
/// @param firstChanged the index of the first element whose value or, with equal dtypes, bits
///   differ
/// @param maxAbs the largest |Δ|: a [BigInteger] for two integer dtypes, otherwise a [Double]
/// @param maxAbsElement the index of the first element with the largest |Δ|; empty if `maxAbs` is 0
///   or empty
/// @param maxAbsIndex the multidimensional index of `maxAbsElement`; for complex elements, followed
///   by 0 for the real or 1 for the imaginary part
/// @param meanAbs Σ|Δ| / n
/// @param rms √(ΣΔ² / n)
/// @param relativeL2 √ΣΔ² / √Σa²
/// @param cosine the cosine similarity of the tensors, from −1 to 1
/// @param signFlips the number of elements with opposite signs
/// @param maxUlp the largest distance in units in the last place, up to 2⁶⁴; only for equal float
///   dtypes
/// @param bits the number of differences of each bit of the codes, starting with the lowest bit;
///   only for equal dtypes
/// @param sumSquaresA Σa²; empty for equal tensors, whose values are not read
/// @param sumSquaresDelta ΣΔ²
public record Figures(
    long changed,
    OptionalLong changedCodes,
    OptionalLong nonFinite,
    long changedNonFinite,
    OptionalLong firstChanged,
    Optional<Number> maxAbs,
    OptionalLong maxAbsElement,
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

  /// Returns the signal-to-quantization-noise ratio of `b` as an approximation of `a`, in decibels.
  /// Empty if the relative L2 norm is 0 or undefined.
  public OptionalDouble sqnr() {
    return relativeL2.isPresent() && relativeL2.getAsDouble() > 0
        ? OptionalDouble.of(-20 * Math.log10(relativeL2.getAsDouble()))
        : OptionalDouble.empty();
  }

  static Figures ofEqual(ElementType type) {
    return new Figures(
        0,
        OptionalLong.of(0),
        OptionalLong.empty(),
        0,
        OptionalLong.empty(),
        Optional.of(type.isInteger() ? BigInteger.ZERO : (Number) 0.0),
        OptionalLong.empty(),
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
