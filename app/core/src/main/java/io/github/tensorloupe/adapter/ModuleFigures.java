package io.github.tensorloupe.adapter;

import module java.base;

/// The size and the spectrum of what a module adds to its weight. What is not known is NaN.
///
/// @param norm the square root of the sum of all squares
/// @param singularValues in descending order; empty where none are computed
/// @param isDead true if nothing is added
/// @param nonFinite the number of NaN and infinities in the tensors; then nothing else is known
public record ModuleFigures(
    double norm, List<Double> singularValues, boolean isDead, long nonFinite) {

  public ModuleFigures {
    singularValues = List.copyOf(singularValues);
  }

  /// Less than this share of the product of the factors' norms is rounding.
  private static final double NOTHING = 1e-12;

  /// Computes the figures of a module. Blocks.
  ///
  /// @param delta of the module, read
  /// @throws IOException if reading its other tensors fails
  static ModuleFigures of(AdapterModule module, Optional<Delta> delta) throws IOException {
    // The norm of the factors tells of theirs, so that they are not read a second time.
    boolean isFinite = delta.filter(it -> Double.isFinite(it.factorNorm())).isPresent();
    long nonFinite = module.nonFinite(factor -> !isFinite || !factor.isInDelta());
    return delta.isEmpty() || nonFinite > 0 ? unknown(nonFinite) : of(module, delta.get());
  }

  private static ModuleFigures of(AdapterModule module, Delta delta) {
    return switch (module.kind()) {
      case FULL -> withoutSpectrum(delta.norm());
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
        double scale = Math.abs(module.scale().orElseThrow());
        double[] values = delta.singularValues();
        Arrays.setAll(values, i -> values[i] * scale);
        ModuleFigures figures = of(values);
        yield figures.norm() <= NOTHING * scale * delta.factorNorm()
            ? dead(values.length)
            : figures;
      }
    };
  }

  static ModuleFigures unknown(long nonFinite) {
    return new ModuleFigures(Double.NaN, List.of(), false, nonFinite);
  }

  static ModuleFigures withoutSpectrum(double norm) {
    return new ModuleFigures(norm, List.of(), norm == 0, 0);
  }

  static ModuleFigures of(double[] singularValues) {
    return new ModuleFigures(
        new Matrix(1, singularValues.length, singularValues).norm(),
        Arrays.stream(singularValues).boxed().toList(),
        false,
        0);
  }

  /// @param count of the singular values that are 0
  static ModuleFigures dead(int count) {
    return new ModuleFigures(0, Collections.nCopies(count, 0.0), true, 0);
  }

  /// The largest factor by which something grows.
  public double spectralNorm() {
    return singularValues.isEmpty() ? Double.NaN : singularValues.getFirst();
  }

  /// The sum of the squares in units of the largest.
  public double stableRank() {
    double largest = spectralNorm();
    return isDead || singularValues.isEmpty()
        ? Double.NaN
        : singularValues.stream().mapToDouble(value -> value / largest * (value / largest)).sum();
  }

  /// So many equal singular values would spread as evenly: e to the entropy of their shares.
  public double effectiveRank() {
    if (isDead || singularValues.isEmpty()) {
      return Double.NaN;
    }
    double sum = singularValues.stream().mapToDouble(Double::doubleValue).sum();
    return Math.exp(
        singularValues.stream()
            .filter(value -> value > 0)
            .mapToDouble(value -> -value / sum * Math.log(value / sum))
            .sum());
  }
}
