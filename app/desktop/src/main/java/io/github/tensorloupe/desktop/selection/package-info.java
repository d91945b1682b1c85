/// The state that panes share: the open document, the selected tensor, the caret, and the results
/// of scans.
///
/// Main types: [io.github.tensorloupe.desktop.selection.Selection],
/// [io.github.tensorloupe.desktop.selection.DocumentState],
/// [io.github.tensorloupe.desktop.selection.Document],
/// [io.github.tensorloupe.desktop.selection.FileDocument],
/// [io.github.tensorloupe.desktop.selection.ScanResults],
/// [io.github.tensorloupe.desktop.selection.DocumentHealth]; for comparisons
/// [io.github.tensorloupe.desktop.selection.ComparisonDocument],
/// [io.github.tensorloupe.desktop.selection.ComparisonResults],
/// [io.github.tensorloupe.desktop.selection.PairSelection]; for quantized weights
/// [io.github.tensorloupe.desktop.selection.WeightSelection].
///
/// May use: `config`, `integrity.hash`, `integrity.expected`, `format`, `work`, `element`, `model`,
/// `edit`, `identify`, `adapter`, `analysis.health`, `analysis.distribution`, `analysis.layers`,
/// `analysis.slice`, `compare`, `quantization`, `survey`, `text`, `desktop.session`,
/// `desktop.control.names`, `desktop.selection.figures`, `desktop.storage`, `desktop.text`.
package io.github.tensorloupe.desktop.selection;
