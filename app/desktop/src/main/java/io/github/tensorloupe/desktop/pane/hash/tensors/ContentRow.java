package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;

/// A line of a list of tensors.
public sealed interface ContentRow {

  /// What the line says first.
  String text();

  /// The line above tensors that belong together.
  ///
  /// @param tone how much it matters
  record Heading(String text, Tone tone) implements ContentRow {}

  /// A tensor.
  ///
  /// @param text its name, fit to show
  /// @param detail what else is told of it
  /// @param tensor where a click goes; empty where it is not there any more
  record Named(String text, String detail, Optional<TensorRef> tensor) implements ContentRow {}

  /// How much something matters.
  enum Tone {
    /// Something is lost.
    DANGER,
    /// Worth a look.
    WARNING,
    /// As it should be.
    SUCCESS,
    /// By the way.
    INFO
  }
}
