package io.github.tensorloupe.ui.tree;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;

/// How much of a tensor is in its file.
enum Presence {
  /// All of it.
  WHOLE,
  /// Its first bytes only.
  CUT,
  /// Nothing.
  MISSING;

  /// @param tensor empty for a group, which is not asked
  static Presence of(Optional<TensorRef> tensor) {
    if (tensor.isEmpty()) {
      return WHOLE;
    }
    return tensor
        .get()
        .data()
        .map(TensorData::isComplete)
        .map(complete -> complete ? WHOLE : CUT)
        .orElse(MISSING);
  }
}
