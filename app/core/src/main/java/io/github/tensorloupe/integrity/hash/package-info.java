/// The hashes that identify a file for tools and users, computed in one pass over its bytes.
///
/// Main types: [io.github.tensorloupe.integrity.hash.FileHashes] (all hashes of a file),
/// [io.github.tensorloupe.integrity.hash.HashKind] (their purposes, and how edits affect them),
/// [io.github.tensorloupe.integrity.hash.DigestPass] (reads ahead on one thread and digests on
/// others), [io.github.tensorloupe.integrity.hash.LegacyHash].
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.integrity.hash;
