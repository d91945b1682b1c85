package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

/// A guarded pane that the window turns to by what the pane itself can do. Belongs to the FX
/// thread.
///
/// @param node the node in the window: the pane, or the card in its place
/// @param made gives the pane as it was made last; null if it never was
public record LivePane<N extends Node>(GuardedPane node, Supplier<N> made) {

  /// The pane, which is made now if it was not before; empty while the card is in its place.
  public Optional<N> pane() {
    node.make();
    return node.hasFailed() ? Optional.empty() : Optional.ofNullable(made.get());
  }

  public void ask(Consumer<? super N> action) {
    pane().ifPresent(action);
  }
}
