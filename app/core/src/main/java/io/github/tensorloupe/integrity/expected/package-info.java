/// The expected hashes of a file, and whether the file matches them: from caches and downloads of
/// the Hugging Face Hub, Git LFS, checksum lists, signatures, notes of other programs next to the
/// file, and its own metadata. Sends no network requests.
///
/// Main types: [io.github.tensorloupe.integrity.expected.Verifier] (collects
/// [io.github.tensorloupe.integrity.expected.ExpectedHash]s from small files, hashes the file and
/// returns [io.github.tensorloupe.integrity.expected.Check]s),
/// [io.github.tensorloupe.integrity.expected.DownloadTraces] (unfinished downloads and broken
/// links), [io.github.tensorloupe.integrity.expected.Signatures],
/// [io.github.tensorloupe.integrity.expected.MetadataHashes].
///
/// May use: `text`, `format`, `work`, `model`, `integrity.hash`, `integrity.content`,
/// `integrity.signature`.
package io.github.tensorloupe.integrity.expected;
