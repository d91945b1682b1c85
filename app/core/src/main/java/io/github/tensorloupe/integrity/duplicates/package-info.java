/// Tensors with the same bytes, and the space that they waste.
///
/// Main types: [io.github.tensorloupe.integrity.duplicates.DuplicateSearch],
/// [io.github.tensorloupe.integrity.duplicates.Duplicates] (groups of equal tensors, and tensors
/// that were omitted as equal when the file was written).
///
/// May use: `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.duplicates;
