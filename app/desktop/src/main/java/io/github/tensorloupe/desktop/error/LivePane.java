package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

/// A guarded pane that the window turns to by what the pane itself can do. Belongs to the FX
/// thread.
public final class LivePane<N extends Node> {

  private final GuardedPane guard;
  private Optional<N> made = Optional.empty();

  LivePane(Supplier<N> maker, Function<Supplier<N>, GuardedPane> guarding) {
    guard =
        guarding.apply(
            () -> {
              made = Optional.empty();
              N pane = maker.get();
              made = Optional.of(pane);
              return pane;
            });
  }

  /// The node in the window: the pane, or the card in its place.
  public Region node() {
    return guard;
  }

  /// The pane as it was made last; empty while the card is in its place.
  public Optional<N> pane() {
    return guard.hasFailed() ? Optional.empty() : made;
  }

  /// Does something with the pane, if it is there.
  public void ask(Consumer<? super N> action) {
    pane().ifPresent(action);
  }
}
