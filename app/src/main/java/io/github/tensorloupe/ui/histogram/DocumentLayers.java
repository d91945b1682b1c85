package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;

/// The layers of the checkpoint that is open, found out once. Thread-safe.
final class DocumentLayers {

  private record Found(Checkpoint checkpoint, LayerMap map) {}

  private Optional<Found> found = Optional.empty();

  /// The map of a checkpoint's tensors. The first time it takes time in proportion to their number.
  synchronized LayerMap of(Checkpoint checkpoint) {
    return known(checkpoint).orElseGet(() -> find(checkpoint));
  }

  private LayerMap find(Checkpoint checkpoint) {
    LayerMap map = LayerMap.of(checkpoint);
    found = Optional.of(new Found(checkpoint, map));
    return map;
  }

  /// The map, if it was found out before.
  synchronized Optional<LayerMap> known(Checkpoint checkpoint) {
    return found.filter(each -> each.checkpoint() == checkpoint).map(Found::map);
  }

  /// The layer that a tensor is in: as the whole checkpoint tells if it was looked at, else as its
  /// name alone does.
  synchronized Optional<LayerRole> role(TensorRef tensor) {
    return found
        .map(known -> known.map().role(known.checkpoint().indexOf(tensor)))
        .orElseGet(() -> LayerRole.of(tensor.info().name()));
  }

  /// Whether the layers were found out before.
  synchronized boolean areKnown() {
    return found.isPresent();
  }

  /// Forgets the checkpoint.
  synchronized void clear() {
    found = Optional.empty();
  }
}
