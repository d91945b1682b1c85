package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How much is shown together, seen from the selected tensor.
enum HistogramScope {
  /// The tensor alone.
  TENSOR,
  /// All tensors of the tensor's layer.
  LAYER,
  /// All tensors of the file that the tensor is in.
  FILE,
  /// All tensors that are open.
  CHECKPOINT;

  /// The last part of its message keys.
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The scopes that make a difference for a tensor.
  static List<HistogramScope> offeredFor(TensorRef tensor, Checkpoint checkpoint) {
    List<HistogramScope> scopes = new ArrayList<>();
    scopes.add(TENSOR);
    if (LayerRole.of(tensor.info().name()).isPresent()) {
      scopes.add(LAYER);
    }
    if (checkpoint.files().size() > 1) {
      scopes.add(FILE);
    }
    scopes.add(CHECKPOINT);
    return scopes;
  }
}
