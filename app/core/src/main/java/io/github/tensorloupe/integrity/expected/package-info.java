/// Verification of files against expected hashes from caches and downloads of the Hugging Face Hub,
/// Git LFS, checksum lists, signatures, JSON files of other programs, and the metadata of the file.
/// Sends no network requests.
///
/// Main types: [io.github.tensorloupe.integrity.expected.Verifier],
/// [io.github.tensorloupe.integrity.expected.ExpectedHash],
/// [io.github.tensorloupe.integrity.expected.Check],
/// [io.github.tensorloupe.integrity.expected.DownloadTraces],
/// [io.github.tensorloupe.integrity.expected.Signatures],
/// [io.github.tensorloupe.integrity.expected.MetadataHashes].
///
/// May use: `text`, `format`, `work`, `model`, `integrity.hash`, `integrity.content`,
/// `integrity.signature`, `json`.
package io.github.tensorloupe.integrity.expected;
