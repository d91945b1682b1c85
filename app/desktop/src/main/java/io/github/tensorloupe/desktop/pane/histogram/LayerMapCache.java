package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// Caches the layer map of the open checkpoint. Thread-safe.
public final class LayerMapCache {

  private record CachedMap(Checkpoint checkpoint, LayerMap map) {}

  private Optional<CachedMap> found = Optional.empty();
  private volatile int documents;

  /// Returns the layer map of a checkpoint. The first call takes time linear in the number of
  /// tensors; calls for a cached map do not wait for it.
  public LayerMap of(Checkpoint checkpoint, Cancellation cancellation) {
    int begun = documents;
    Optional<LayerMap> known = known(checkpoint);
    if (known.isPresent()) {
      return known.get();
    }
    LayerMap map = LayerMap.of(checkpoint, cancellation);
    synchronized (this) {
      // A map of a checkpoint that was closed meanwhile is discarded.
      if (begun == documents) {
        found = Optional.of(new CachedMap(checkpoint, map));
      }
    }
    return map;
  }

  /// Returns the cached map, if there is one.
  public synchronized Optional<LayerMap> known(Checkpoint checkpoint) {
    return found.filter(each -> each.checkpoint() == checkpoint).map(CachedMap::map);
  }

  /// Returns the role of a tensor: from the map of the whole checkpoint if cached, otherwise from
  /// the tensor's name alone.
  public synchronized Optional<LayerRole> role(TensorRef tensor) {
    return found
        .map(known -> known.map().role(known.checkpoint().indexOf(tensor)))
        .orElseGet(() -> LayerRole.of(tensor.info().name()));
  }

  public synchronized boolean areKnown() {
    return found.isPresent();
  }

  /// Removes the cached map.
  public synchronized void clear() {
    documents++;
    found = Optional.empty();
  }
}
