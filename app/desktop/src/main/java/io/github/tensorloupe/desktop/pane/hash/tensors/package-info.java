/// The contents of single tensors: equal tensors, and manifests that show later which have changed.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hash.tensors.TensorsView],
/// [io.github.tensorloupe.desktop.pane.hash.tensors.EqualTensorsViewModel] and
/// [io.github.tensorloupe.desktop.pane.hash.tensors.ManifestViewModel].
///
/// May use: `format`, `work`, `model`, `integrity.content`, `integrity.duplicates`,
/// `integrity.manifest`, `export`, `desktop.selection`, `desktop.job`, `desktop.command`,
/// `desktop.error`, `desktop.text`, `desktop.theme`, `desktop.control.panel`,
/// `desktop.control.notice`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.hash.tensors;
