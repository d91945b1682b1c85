/// The panes beside the tree: what each of them declares about itself, and what it is given.
///
/// Main types: [io.github.tensorloupe.desktop.pane.PaneDescriptor] (registers a pane),
/// [io.github.tensorloupe.desktop.pane.DocumentPane] (the pane in one window),
/// [io.github.tensorloupe.desktop.pane.PaneContext] (what a window gives its panes),
/// [io.github.tensorloupe.desktop.pane.FileDialogs]; of a comparison
/// [io.github.tensorloupe.desktop.pane.ComparisonDescriptor] and
/// [io.github.tensorloupe.desktop.pane.ComparisonContext]. Each pane is a package below this one.
///
/// May use: `analysis.heatmap`, `desktop.command`, `desktop.job`, `desktop.selection`,
/// `desktop.text`, `desktop.control.panel`, `storage`, `cache`.
package io.github.tensorloupe.desktop.pane;
