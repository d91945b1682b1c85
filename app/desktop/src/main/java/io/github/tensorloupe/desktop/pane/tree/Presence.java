package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// How much of a tensor is in its file.
enum Presence {
  /// All of it.
  WHOLE,
  /// Its first bytes only.
  CUT,
  /// Nothing.
  MISSING;

  static Presence of(TensorRef tensor) {
    return tensor
        .data()
        .map(TensorData::isComplete)
        .map(complete -> complete ? WHOLE : CUT)
        .orElse(MISSING);
  }
}
