package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;

/// The number of adapter modules that fit a base, based on names and shapes only.
///
/// @param fitting modules whose tensor has the expected shape
/// @param misfitting modules whose tensor has another shape
/// @param unmatched modules without a tensor in the base
/// @param unknown modules that have a tensor but no known shape
public record StructureFit(int fitting, int misfitting, int unmatched, int unknown) {

  /// Finds the tensors of all modules. Does not read files.
  public static StructureFit of(Adapter adapter, BaseNames base) {
    int[] counts = new int[4];
    for (AdapterModule module : adapter.modules()) {
      Optional<BaseTensor> tensor = base.tensorOf(module);
      Optional<Boolean> fits = tensor.flatMap(it -> BaseFit.fits(adapter, module, it));
      counts[tensor.isEmpty() ? 2 : fits.isEmpty() ? 3 : fits.get() ? 0 : 1]++;
    }
    return new StructureFit(counts[0], counts[1], counts[2], counts[3]);
  }

  /// Returns whether some modules fit and none has another shape. Unmatched modules may belong to
  /// models that are not in the base, such as text encoders.
  public boolean isFitting() {
    return fitting > 0 && misfitting == 0;
  }
}
