/// Manifests: hashes of individual tensors, stored with a checkpoint to detect changes.
///
/// A manifest is a JSON file with the format, the version, the creation time and the program that
/// wrote it; for each file, the name, the length and the hash of the header; for each tensor, the
/// name, dtype, shape, data offsets and SHA-256 of the bytes. Editing metadata changes the header,
/// but no tensor. Manifests are untrusted input, so their names are never used as paths.
///
/// Main types: [io.github.tensorloupe.integrity.manifest.Manifest],
/// [io.github.tensorloupe.integrity.manifest.ManifestReader],
/// [io.github.tensorloupe.integrity.manifest.ManifestText],
/// [io.github.tensorloupe.integrity.manifest.ManifestReport].
///
/// May use: `text`, `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.manifest;
