/// Finding out in the background what is wrong with the values of the open document: when a scan
/// begins and ends, what of it is kept, and the place in the status bar that tells of it.
///
/// Main types: [io.github.tensorloupe.desktop.pane.scan.BackgroundScan],
/// [io.github.tensorloupe.desktop.pane.scan.ScanChip],
/// [io.github.tensorloupe.desktop.pane.scan.ScanMemory].
///
/// May use: `format`, `work`, `model`, `analysis.chunk`, `analysis.health`,
/// `analysis.distribution`, `analysis.layers`, `desktop.selection`, `desktop.job`,
/// `desktop.command`, `desktop.error`, `desktop.settings`, `desktop.text`, `desktop.theme`,
/// `storage`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.scan;
