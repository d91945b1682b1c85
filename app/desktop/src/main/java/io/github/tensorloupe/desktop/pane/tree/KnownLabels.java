package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.model.NameTree;

/// The labels of one document's tree, made by whoever asks first. Thread-safe.
final class KnownLabels {

  private Labels labels;

  /// The labels of the tree, which must be the same at every call.
  synchronized Labels of(NameTree tree) {
    if (labels == null) {
      labels = Labels.of(tree);
    }
    return labels;
  }
}
