package io.github.tensorloupe.desktop.control.panel;

import java.util.Objects;
import java.util.function.Supplier;

/// What a panel comes from: where it cannot be made, or fails while it is shown, it is made anew
/// from the same, and shows how things stand by then.
///
/// @param pane the package of its code, below the package of the window
/// @param title of it for a person, where it has failed
/// @param maker makes it; called again where it has failed
/// @param onGivenUp follows where it could not be made and the person does without
public record PanelSource(String pane, String title, Supplier<Panel> maker, Runnable onGivenUp) {

  public PanelSource {
    Objects.requireNonNull(pane);
    Objects.requireNonNull(title);
    Objects.requireNonNull(maker);
    Objects.requireNonNull(onGivenUp);
  }

  /// A panel that can be done without.
  public PanelSource(String pane, String title, Supplier<Panel> maker) {
    this(pane, title, maker, () -> {});
  }
}
