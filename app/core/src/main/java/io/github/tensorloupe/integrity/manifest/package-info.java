/// Checksums of single tensors, kept beside a checkpoint, so that later it can be told tensor by
/// tensor what has changed.
///
/// A manifest is a JSON file: format, version, when and by which program it was written, and for
/// each file its name, length, the hash of its header, and for each tensor name, dtype, shape, data
/// offsets and the SHA-256 of its bytes. Editing the metadata changes the header alone, and so no
/// tensor. What a manifest says is text from anywhere: no name in it is ever taken for a path.
///
/// Main types: [io.github.tensorloupe.integrity.manifest.Manifest],
/// [io.github.tensorloupe.integrity.manifest.ManifestReader],
/// [io.github.tensorloupe.integrity.manifest.ManifestText],
/// [io.github.tensorloupe.integrity.manifest.Survey] (what the tensors are now),
/// [io.github.tensorloupe.integrity.manifest.ManifestReport] (what differs).
///
/// May use: `text`, `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.manifest;
