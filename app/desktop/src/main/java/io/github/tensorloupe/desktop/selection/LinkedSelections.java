package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.model.TensorRef;

/// Selections that follow each other: a change of one changes the others. Belongs to the FX thread.
public sealed class LinkedSelections permits PairSelection, WeightSelection {

  private boolean isFollowing;

  LinkedSelections() {}

  /// Runs a change. Ignores the changes that follow from it.
  final void withoutFeedback(Runnable change) {
    if (!isFollowing) {
      change(change);
    }
  }

  /// Runs a change of the selections, even if it follows from another one.
  final void change(Runnable change) {
    boolean wasFollowing = isFollowing;
    isFollowing = true;
    try {
      change.run();
    } finally {
      isFollowing = wasFollowing;
    }
  }

  /// Shows a tensor of a document.
  static void show(Selection selection, DocumentState document, Optional<TensorRef> tensor) {
    if (!selection.documentProperty().get().equals(document)) {
      selection.show(document);
    }
    tensor.ifPresentOrElse(selection::select, selection::clearTensor);
  }
}
