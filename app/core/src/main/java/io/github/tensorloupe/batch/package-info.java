/// Metadata edits of many files.
///
/// Main types: [io.github.tensorloupe.batch.MetadataBatch],
/// [io.github.tensorloupe.batch.FileMetadataChange], [io.github.tensorloupe.batch.FileReport].
///
/// May use: `text`, `format`, `work`, `model`, `edit`, `save`, `integrity.hash`.
package io.github.tensorloupe.batch;
