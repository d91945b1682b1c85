/// The hashes by which tools and people know a file, all from one pass over its bytes.
///
/// Main types: [io.github.tensorloupe.integrity.hash.FileHashes] (all hashes of a file),
/// [io.github.tensorloupe.integrity.hash.HashKind] (what each is for and what an edit does to it),
/// [io.github.tensorloupe.integrity.hash.DigestPass] (reads ahead on one thread and digests on
/// others), [io.github.tensorloupe.integrity.hash.LegacyHash].
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.integrity.hash;
