/// The same for many files.
///
/// Main types: [io.github.tensorloupe.batch.MetadataBatch] (one edit for many files),
/// [io.github.tensorloupe.batch.FileMetadataChange] (an edit that may depend on what else is in a
/// file) and [io.github.tensorloupe.batch.FileReport] (what became of one of them).
///
/// May use: `text`, `format`, `work`, `model`, `edit`, `save`, `integrity.hash`.
package io.github.tensorloupe.batch;
