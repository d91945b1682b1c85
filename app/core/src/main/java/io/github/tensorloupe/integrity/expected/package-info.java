/// The hashes that a file should have, and whether it has them: from caches and downloads of the
/// Hugging Face Hub, Git LFS, checksum lists, signatures, notes of other programs beside the file,
/// and the hashes in its own metadata. Nothing is asked over a network.
///
/// Main types: [io.github.tensorloupe.integrity.expected.Verifier] (collects
/// [io.github.tensorloupe.integrity.expected.ExpectedHash]s, reading small files only, hashes the
/// file and gives [io.github.tensorloupe.integrity.expected.Check]s),
/// [io.github.tensorloupe.integrity.expected.DownloadTraces] (downloads that have not ended, links
/// that lead nowhere), [io.github.tensorloupe.integrity.expected.Signatures],
/// [io.github.tensorloupe.integrity.expected.MetadataHashes].
///
/// May use: `text`, `format`, `work`, `model`, `integrity.hash`, `integrity.content`,
/// `integrity.signature`.
package io.github.tensorloupe.integrity.expected;
