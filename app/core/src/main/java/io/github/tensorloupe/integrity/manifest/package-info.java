/// Checksums of individual tensors, stored next to a checkpoint, to find out later which tensors
/// have changed.
///
/// A manifest is a JSON file. It contains the format, the version, the time and the program that
/// wrote it, and for each file its name, its length, the hash of its header, and for each tensor
/// the name, dtype, shape, data offsets and SHA-256 of its bytes. Editing the metadata changes only
/// the header, and no tensor. A manifest is untrusted text: no name in it is ever used as a path.
///
/// Main types: [io.github.tensorloupe.integrity.manifest.Manifest],
/// [io.github.tensorloupe.integrity.manifest.ManifestReader],
/// [io.github.tensorloupe.integrity.manifest.ManifestText],
/// [io.github.tensorloupe.integrity.manifest.Survey] (the current tensors),
/// [io.github.tensorloupe.integrity.manifest.ManifestReport] (the differences).
///
/// May use: `text`, `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.manifest;
