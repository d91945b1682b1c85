/// The panes next to the tree: their registration and the objects that a window shares with them.
///
/// Main types: [io.github.tensorloupe.desktop.pane.PaneDescriptor] (registers a pane),
/// [io.github.tensorloupe.desktop.pane.DocumentPane] (the pane in one window),
/// [io.github.tensorloupe.desktop.pane.PaneContext] (the shared parts of a window),
/// [io.github.tensorloupe.desktop.pane.FileDialogs],
/// [io.github.tensorloupe.desktop.pane.BaseStructures] (remembers base models),
/// [io.github.tensorloupe.desktop.pane.ShownComparison] (an open comparison). Each pane is a
/// package below this one.
///
/// May use: `text`, `format`, `work`, `model`, `adapter`, `analysis.heatmap`, `edit`, `identify`,
/// `desktop.command`, `desktop.job`, `desktop.selection`, `desktop.text`, `desktop.control.panel`,
/// `storage`, `cache`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane;
