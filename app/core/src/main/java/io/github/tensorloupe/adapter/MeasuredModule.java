package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.analysis.layers.Outliers;

/// A module with its figures.
///
/// @param fit empty where it has no tensor in a base, or none was asked for
public record MeasuredModule(AdapterModule module, ModuleFigures figures, Optional<BaseFit> fit) {

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  public boolean isUnknown() {
    return module.kind() == AdapterKind.UNKNOWN;
  }

  /// True if it is known to fit, or known not to.
  public boolean fits(boolean wanted) {
    return fit.flatMap(BaseFit::fits).filter(it -> it == wanted).isPresent();
  }

  /// True if a loader cannot use it as it is.
  public boolean isBroken() {
    return isUnknown() || figures.nonFinite() > 0 || fits(false);
  }

  /// The norm of the change; NaN if it is not known. An IA³ changes as much as its base has.
  public double norm() {
    return module.kind() == AdapterKind.IA3 && fit.isPresent()
        ? fit.get().changeNorm()
        : figures.norm();
  }

  /// The median of the effective ranks; empty where none is known.
  public static OptionalDouble effectiveRank(List<MeasuredModule> modules) {
    return median(modules.stream().mapToDouble(each -> each.figures().effectiveRank()));
  }

  static OptionalDouble median(DoubleStream figures) {
    double[] known = figures.filter(Double::isFinite).sorted().toArray();
    return known.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(known[known.length / 2]);
  }

  /// The modules whose norm is far off that of their siblings, which have the same name but for
  /// numbers; each with the ratio to the median of theirs.
  public static Map<MeasuredModule, Double> outliers(List<MeasuredModule> modules) {
    Map<String, List<Integer>> siblings =
        IntStream.range(0, modules.size())
            .boxed()
            .collect(
                Collectors.groupingBy(
                    index -> NUMBER.matcher(modules.get(index).module().name()).replaceAll("#")));
    Map<MeasuredModule, Double> factors = new IdentityHashMap<>();
    for (List<Integer> indices : siblings.values()) {
      int[] role = indices.stream().mapToInt(Integer::intValue).toArray();
      Outliers.ofRole(role, index -> modules.get(index).norm())
          .forEach(outlier -> factors.put(modules.get(outlier.tensor()), outlier.factor()));
    }
    return factors;
  }
}
