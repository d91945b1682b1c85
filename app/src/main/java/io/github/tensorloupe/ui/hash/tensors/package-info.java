/// What single tensors hold: those that are equal, and checksums that tell later which have
/// changed.
///
/// Main types: [io.github.tensorloupe.ui.hash.tensors.TensorsView],
/// [io.github.tensorloupe.ui.hash.tensors.EqualTensorsViewModel] and
/// [io.github.tensorloupe.ui.hash.tensors.ManifestViewModel].
///
/// May use: `format`, `work`, `model`, `integrity.content`, `integrity.duplicates`,
/// `integrity.manifest`, `export`, `ui.selection`, `ui.job`, `ui.command`, `ui.error`, `ui.text`,
/// `ui.theme`, `ui.panel`, `ui.follow`.
package io.github.tensorloupe.ui.hash.tensors;
