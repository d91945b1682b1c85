/// What the panes share: the open document, the selected tensor, where the caret is, and what scans
/// have found out about the values.
///
/// Main types: [io.github.tensorloupe.ui.selection.Selection],
/// [io.github.tensorloupe.ui.selection.DocumentState],
/// [io.github.tensorloupe.ui.selection.OpenDocument],
/// [io.github.tensorloupe.ui.selection.ScanResults].
///
/// May use: `format`, `work`, `work.crew`, `model`, `edit`, `identify`, `analysis.health`,
/// `analysis.distribution`, `analysis.layers`, `prefs.session`, `ui.selection.history`.
package io.github.tensorloupe.ui.selection;
