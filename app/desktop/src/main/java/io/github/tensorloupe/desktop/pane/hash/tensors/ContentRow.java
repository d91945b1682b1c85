package io.github.tensorloupe.desktop.pane.hash.tensors;

import module java.base;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.model.TensorRef;

/// A row of a list of tensors.
public sealed interface ContentRow {

  /// The first text of the row.
  String text();

  /// The heading of a group of tensors.
  record Heading(String text, Tone tone) implements ContentRow {}

  /// A tensor.
  ///
  /// @param text its name, fit for display
  /// @param tensor target of a click; empty if it no longer exists
  record Named(String text, String detail, Optional<TensorRef> tensor) implements ContentRow {}
}
