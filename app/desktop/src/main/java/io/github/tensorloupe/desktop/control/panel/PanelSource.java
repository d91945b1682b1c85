package io.github.tensorloupe.desktop.control.panel;

import module java.base;

/// Creates a panel, and creates it again if it fails while it is shown.
///
/// @param pane the package of the panel, relative to `desktop.pane`
/// @param title shown if the panel has failed
/// @param maker creates the panel; called again for a retry
/// @param onDismissed called if the panel could not be created and the user dismissed it
public record PanelSource(String pane, String title, Supplier<Panel> maker, Runnable onDismissed) {

  /// Creates a source without an action for a dismissed panel.
  public PanelSource(String pane, String title, Supplier<Panel> maker) {
    this(pane, title, maker, () -> {});
  }
}
