package io.github.tensorloupe.adapter;

import module java.base;

/// The norm and the spectrum of the delta of a module. Unknown numbers are NaN.
///
/// @param norm the Frobenius norm
/// @param singularValues the values in descending order, or empty if not computed
/// @param isDead true if the delta is zero
/// @param nonFinite the number of NaN and infinities in the factors; if not 0, the other figures
///   are unknown
public record ModuleFigures(
    double norm, List<Double> singularValues, boolean isDead, long nonFinite) {

  public ModuleFigures {
    singularValues = List.copyOf(singularValues);
  }

  /// The maximum norm relative to the product of the factor norms that is a rounding error.
  private static final double NOTHING = 1e-12;

  static ModuleFigures of(AdapterModule module, Optional<Delta> delta) throws IOException {
    // A finite factor norm proves that these factors are finite, so they are not read again.
    boolean isFinite = delta.filter(product -> Double.isFinite(product.factorNorm())).isPresent();
    long nonFinite = module.nonFinite(factor -> !isFinite || !factor.isInDelta());
    return delta.isEmpty() || nonFinite > 0 ? unknown(nonFinite) : of(module, delta.get());
  }

  private static ModuleFigures of(AdapterModule module, Delta delta) {
    return switch (module.kind()) {
      case FULL -> new ModuleFigures(delta.norm(), List.of(), delta.norm() == 0, 0);
      case IA3 -> {
        double unchanged = module.isAddedToOne() ? 0 : 1;
        boolean isDead =
            IntStream.range(0, delta.rows())
                .mapToObj(delta::row)
                .flatMapToDouble(Arrays::stream)
                .allMatch(value -> value == unchanged);
        yield new ModuleFigures(Double.NaN, List.of(), isDead, 0);
      }
      case UNKNOWN -> unknown(0);
      case LORA, LOCON, DORA, LOHA, LOKR -> {
        if (module.experts().isPresent()) {
          // Experts have separate spectra.
          double norm = Math.abs(module.scale().orElseThrow()) * delta.norm();
          yield new ModuleFigures(norm, List.of(), norm == 0, 0);
        }
        double scale = Math.abs(module.scale().orElseThrow());
        if (!delta.hasSpectrum()) {
          double norm = scale * delta.norm();
          boolean isDead = norm <= NOTHING * scale * delta.factorNorm();
          yield new ModuleFigures(isDead ? 0 : norm, List.of(), isDead, 0);
        }
        double[] values = delta.singularValues();
        Arrays.setAll(values, i -> values[i] * scale);
        ModuleFigures figures = of(values);
        yield figures.norm() <= NOTHING * scale * delta.factorNorm()
            ? new ModuleFigures(0, Collections.nCopies(values.length, 0.0), true, 0)
            : figures;
      }
    };
  }

  static ModuleFigures unknown(long nonFinite) {
    return new ModuleFigures(Double.NaN, List.of(), false, nonFinite);
  }

  static ModuleFigures of(double[] singularValues) {
    return new ModuleFigures(
        Matrix.norm(singularValues), Arrays.stream(singularValues).boxed().toList(), false, 0);
  }

  /// Returns the largest singular value, or NaN if unknown.
  public double spectralNorm() {
    return singularValues.isEmpty() ? Double.NaN : singularValues.getFirst();
  }

  /// Returns the sum of the squared singular values divided by the largest square, or NaN if
  /// unknown.
  public double stableRank() {
    double largest = spectralNorm();
    return isDead || singularValues.isEmpty()
        ? Double.NaN
        : singularValues.stream().mapToDouble(value -> value / largest * (value / largest)).sum();
  }

  /// Returns the number of equal singular values that would have the same entropy: e to the power
  /// of the entropy of the normalized singular values. NaN if unknown.
  public double effectiveRank() {
    if (isDead || singularValues.isEmpty()) {
      return Double.NaN;
    }
    double sum = singularValues.stream().mapToDouble(Double::doubleValue).sum();
    DoubleStream shares = singularValues.stream().mapToDouble(value -> value / sum);
    return Math.exp(shares.filter(share -> share > 0).map(share -> -share * Math.log(share)).sum());
  }
}
