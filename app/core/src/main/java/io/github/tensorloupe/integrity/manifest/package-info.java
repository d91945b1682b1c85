/// Checksums of individual tensors, stored with a checkpoint, to detect changed tensors.
///
/// A manifest is a JSON file. It contains the format, the version, the creation time and the
/// program that wrote it. For each file, it contains the name, the length and the hash of the
/// header. For each tensor, it contains the name, dtype, shape, data offsets and SHA-256 of the
/// bytes. Editing the metadata changes the header, but no tensor. A manifest is untrusted input:
/// its names are never used as paths.
///
/// Main types: [io.github.tensorloupe.integrity.manifest.Manifest],
/// [io.github.tensorloupe.integrity.manifest.ManifestReader],
/// [io.github.tensorloupe.integrity.manifest.ManifestText],
/// [io.github.tensorloupe.integrity.manifest.Survey] (the current tensors),
/// [io.github.tensorloupe.integrity.manifest.ManifestReport] (the differences).
///
/// May use: `text`, `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.manifest;
