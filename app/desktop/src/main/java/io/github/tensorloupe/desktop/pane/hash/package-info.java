/// The hashes of the open files, compared with the expected ones, and the contents of single
/// tensors: equal tensors, and manifests that show later which have changed.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hash.HashView] (a column of sections),
/// [io.github.tensorloupe.desktop.pane.hash.HashViewModel],
/// [io.github.tensorloupe.desktop.pane.hash.TensorsView],
/// [io.github.tensorloupe.desktop.pane.hash.EqualTensorsViewModel] and
/// [io.github.tensorloupe.desktop.pane.hash.ManifestViewModel].
///
/// May use: `format`, `work`, `model`, `integrity.hash`, `integrity.expected`,
/// `integrity.duplicates`, `integrity.manifest`, `desktop.selection`, `desktop.job`,
/// `desktop.command`, `desktop.error`, `desktop.control.copy`, `desktop.control.notice`,
/// `desktop.control.panel`, `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.pane`,
/// `export`, `save`.
package io.github.tensorloupe.desktop.pane.hash;
