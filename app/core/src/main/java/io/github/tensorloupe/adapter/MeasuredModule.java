package io.github.tensorloupe.adapter;

import module java.base;

/// What is known of a module.
///
/// @param fit empty where it has no tensor in a base, or none was asked for
public record MeasuredModule(AdapterModule module, ModuleFigures figures, Optional<BaseFit> fit) {

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
}
