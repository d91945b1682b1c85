package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.analysis.layers.Outliers;

/// A module and its measured figures.
///
/// @param fit the fit to the base, or empty if the base or a matching tensor is missing
public record MeasuredModule(AdapterModule module, ModuleFigures figures, Optional<BaseFit> fit) {

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /// Returns true if the method of the module is unknown, or factors are missing or do not match.
  public boolean isUnknown() {
    return module.kind() == AdapterKind.UNKNOWN && module.method().isEmpty();
  }

  /// Returns true if the singular values are missing because the rank is too large.
  boolean isRankTooLarge() {
    return LowRankFactors.isDecomposable(module)
        && figures.norm() > 0
        && figures.singularValues().isEmpty();
  }

  /// Returns true if it is known whether the module fits and the result equals `isFitting`.
  public boolean fits(boolean isFitting) {
    return fit.flatMap(BaseFit::fits).filter(value -> value == isFitting).isPresent();
  }

  /// Returns true if the module widens the input of the network, which no base fits.
  public boolean widensInput() {
    return fits(false) && fit.orElseThrow().isWidenedInput(module);
  }

  /// Returns true if loaders cannot use the module.
  public boolean isBroken() {
    return isUnknown() || figures.nonFinite() > 0 || fits(false) && !widensInput();
  }

  /// Returns the norm of the change, or NaN if unknown. The norms for IA³ and whole weights depend
  /// on the base.
  public double norm() {
    boolean isRelative = module.kind() == AdapterKind.IA3 || module.isReplacement();
    return isRelative && fit.isPresent() ? fit.get().changeNorm() : figures.norm();
  }

  /// Returns the median effective rank, or empty if unknown.
  public static OptionalDouble medianEffectiveRank(List<MeasuredModule> modules) {
    return median(modules.stream().mapToDouble(each -> each.figures().effectiveRank()));
  }

  static OptionalDouble median(DoubleStream figures) {
    double[] known = figures.filter(Double::isFinite).sorted().toArray();
    return known.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(known[known.length / 2]);
  }

  /// Returns the modules whose norm differs strongly from the median of their siblings, with the
  /// ratio. Siblings are modules whose names differ only in numbers.
  public static Map<MeasuredModule, Double> outliers(List<MeasuredModule> modules) {
    Map<String, List<Integer>> siblings = new HashMap<>();
    for (int i = 0; i < modules.size(); i++) {
      String pattern = NUMBER.matcher(modules.get(i).module().name()).replaceAll("#");
      siblings.computeIfAbsent(pattern, _ -> new ArrayList<>()).add(i);
    }
    Map<MeasuredModule, Double> factors = new IdentityHashMap<>();
    for (List<Integer> indices : siblings.values()) {
      int[] role = indices.stream().mapToInt(Integer::intValue).toArray();
      Outliers.ofRole(role, index -> modules.get(index).norm())
          .forEach(outlier -> factors.put(modules.get(outlier.tensor()), outlier.factor()));
    }
    return factors;
  }
}
