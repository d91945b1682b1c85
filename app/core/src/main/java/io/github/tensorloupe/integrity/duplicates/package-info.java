/// Tensors that hold the same bytes, and what that wastes.
///
/// Main types: [io.github.tensorloupe.integrity.duplicates.DuplicateSearch],
/// [io.github.tensorloupe.integrity.duplicates.DuplicateGroup],
/// [io.github.tensorloupe.integrity.duplicates.SharedName] (tensors that were left out as equal
/// when the file was written).
///
/// May use: `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.duplicates;
