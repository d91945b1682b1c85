package io.github.tensorloupe.desktop.pane.repair;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;

/// The parts of the window that repairs use.
///
/// @param targets asks where a new file goes
/// @param reopen reloads the document
/// @param tell shows the result after the panel is closed
public record RepairTools(
    Supplier<PanelHost> panels,
    Jobs jobs,
    SaveTargets targets,
    Consumer<Path> open,
    Runnable reopen,
    Consumer<String> tell,
    Messages messages) {

  /// Shows a panel of the repairs.
  void show(String title, Supplier<Panel> panel) {
    panels.get().show(new PanelSource("repair", title, panel));
  }

  void hide(Panel panel) {
    panels.get().hide(panel);
  }
}
