/// Hashes of what single tensors hold, many at a time.
///
/// Main types: [io.github.tensorloupe.integrity.content.ContentHashing],
/// [io.github.tensorloupe.integrity.content.ContentHash].
///
/// May use: `format`, `work`, `model`.
package io.github.tensorloupe.integrity.content;
