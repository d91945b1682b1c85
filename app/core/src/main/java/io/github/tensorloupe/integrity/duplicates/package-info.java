/// Search for duplicate tensors.
///
/// Main types: [io.github.tensorloupe.integrity.duplicates.DuplicateSearch],
/// [io.github.tensorloupe.integrity.duplicates.Duplicates].
///
/// May use: `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.duplicates;
