/// The bytes of a document as nested rectangles, one level of nesting per group.
///
/// Main types: [io.github.tensorloupe.desktop.pane.overview.treemap.TreemapPane],
/// [io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel].
///
/// May use: `format`, `model`, `work`, `desktop.error`, `desktop.job`, `desktop.selection`,
/// `desktop.control.copy`, `desktop.control.canvas`, `desktop.control.panel`, `desktop.text`,
/// `desktop.theme`, `desktop.control`, `desktop.control.names`.
package io.github.tensorloupe.desktop.pane.overview.treemap;
