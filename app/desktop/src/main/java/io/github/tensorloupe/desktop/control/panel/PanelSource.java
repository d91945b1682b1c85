package io.github.tensorloupe.desktop.control.panel;

import module java.base;

/// Makes a panel, and makes it again if it fails while it is shown.
///
/// @param pane the package of the panel, relative to `desktop.pane`
/// @param title shown where the panel failed
/// @param maker makes the panel; called again for a retry
/// @param onGivenUp called if the panel could not be made and the user dismissed it
public record PanelSource(String pane, String title, Supplier<Panel> maker, Runnable onGivenUp) {

  /// A source of which nothing depends on the panel.
  public PanelSource(String pane, String title, Supplier<Panel> maker) {
    this(pane, title, maker, () -> {});
  }
}
