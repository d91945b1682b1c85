package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// Caches the layer map of the open checkpoint. Thread-safe.
public final class LayerMapCache {

  private record Found(Checkpoint checkpoint, LayerMap map) {}

  private Optional<Found> found = Optional.empty();
  private volatile int documents;

  /// The map of a checkpoint's tensors. The first time it takes time in proportion to their number;
  /// whoever asks for what is known does not wait for that.
  public LayerMap of(Checkpoint checkpoint, Cancellation cancellation) {
    int begun = documents;
    Optional<LayerMap> known = known(checkpoint);
    if (known.isPresent()) {
      return known.get();
    }
    LayerMap map = LayerMap.of(checkpoint, cancellation);
    synchronized (this) {
      // A map of a checkpoint that was closed meanwhile is dropped.
      if (begun == documents) {
        found = Optional.of(new Found(checkpoint, map));
      }
    }
    return map;
  }

  /// The map, if it was found out before.
  public synchronized Optional<LayerMap> known(Checkpoint checkpoint) {
    return found.filter(each -> each.checkpoint() == checkpoint).map(Found::map);
  }

  /// The layer that a tensor is in: as the whole checkpoint tells if it was looked at, else as its
  /// name alone does.
  public synchronized Optional<LayerRole> role(TensorRef tensor) {
    return found
        .map(known -> known.map().role(known.checkpoint().indexOf(tensor)))
        .orElseGet(() -> LayerRole.of(tensor.info().name()));
  }

  public synchronized boolean areKnown() {
    return found.isPresent();
  }

  /// Forgets the checkpoint.
  public synchronized void clear() {
    documents++;
    found = Optional.empty();
  }
}
