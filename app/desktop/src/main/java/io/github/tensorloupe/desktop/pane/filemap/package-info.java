/// The file map: the whole file as a strip with its header, its tensors colored by health, dtype or
/// group, missing bytes, and the caret.
///
/// Main types: [io.github.tensorloupe.desktop.pane.filemap.FileMapView],
/// [io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel],
/// [io.github.tensorloupe.desktop.pane.filemap.MapStrip] (the strip itself),
/// [io.github.tensorloupe.desktop.pane.filemap.MapColumns] (the drawn columns).
///
/// May use: `format`, `model`, `work`, `analysis.health`, `desktop.error`, `desktop.job`,
/// `desktop.selection`, `desktop.control.copy`, `desktop.control.canvas`, `desktop.control.panel`,
/// `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.control.names`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.filemap;
