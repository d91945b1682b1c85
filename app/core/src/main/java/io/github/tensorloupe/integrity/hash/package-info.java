/// Computation of the hashes that identify a model file.
///
/// Main types: [io.github.tensorloupe.integrity.hash.FileHashes],
/// [io.github.tensorloupe.integrity.hash.HashKind],
/// [io.github.tensorloupe.integrity.hash.DigestPass],
/// [io.github.tensorloupe.integrity.hash.LegacyHash].
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.integrity.hash;
