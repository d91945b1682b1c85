/// Background scans of the values of the open document: starting and stopping, stored results, and
/// the state in the status bar.
///
/// Main types: [io.github.tensorloupe.desktop.pane.scan.BackgroundScan],
/// [io.github.tensorloupe.desktop.pane.scan.WeightSearch],
/// [io.github.tensorloupe.desktop.pane.scan.ScanChip].
///
/// May use: `config`, `format`, `edit`, `work`, `model`, `analysis.chunk`, `analysis.health`,
/// `analysis.distribution`, `analysis.layers`, `quantization`, `adapter`, `desktop.selection`,
/// `desktop.job`, `desktop.command`, `desktop.control.panel`, `desktop.error`, `desktop.settings`,
/// `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.scan;
