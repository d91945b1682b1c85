/// Content hashes of individual tensors, computed in parallel.
///
/// Main types: [io.github.tensorloupe.integrity.content.ContentHashing],
/// [io.github.tensorloupe.integrity.content.ContentHash].
///
/// May use: `format`, `work`, `model`.
package io.github.tensorloupe.integrity.content;
