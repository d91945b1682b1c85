/// Finding out in the background what is wrong with the values of the open document: when a scan
/// begins and ends, what of it is kept, and the place in the status bar that tells of it.
///
/// Main types: [io.github.tensorloupe.ui.scan.BackgroundScan],
/// [io.github.tensorloupe.ui.scan.ScanChip], [io.github.tensorloupe.ui.scan.ScanMemory].
///
/// May use: `format`, `work`, `model`, `analysis.chunk`, `analysis.health`,
/// `analysis.distribution`, `analysis.layers`, `ui.selection`, `ui.job`, `ui.command`, `ui.error`,
/// `ui.settings`, `ui.text`, `ui.theme`, `prefs`, `ui.follow`.
package io.github.tensorloupe.ui.scan;
