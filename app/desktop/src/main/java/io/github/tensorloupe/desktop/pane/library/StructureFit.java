package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;

/// How many modules of an adapter fit a base, by names and shapes alone.
///
/// @param fitting modules whose tensor has their shape
/// @param misfitting modules whose tensor has another shape
/// @param unmatched modules without a tensor in the base
/// @param unknown modules that have a tensor and no known shape
public record StructureFit(int fitting, int misfitting, int unmatched, int unknown) {

  /// Looks for the tensors of all modules. Reads nothing.
  public static StructureFit of(Adapter adapter, BaseNames base) {
    int[] counts = new int[4];
    for (AdapterModule module : adapter.modules()) {
      Optional<BaseTensor> tensor = base.tensorOf(module);
      Optional<Boolean> fits = tensor.flatMap(it -> BaseFit.fits(adapter, module, it));
      counts[tensor.isEmpty() ? 2 : fits.isEmpty() ? 3 : fits.get() ? 0 : 1]++;
    }
    return new StructureFit(counts[0], counts[1], counts[2], counts[3]);
  }

  /// True if some modules fit and none has another shape. Others may belong to models that the base
  /// does not have, such as text encoders.
  public boolean isFitting() {
    return fitting > 0 && misfitting == 0;
  }
}
