/// Edits of many files.
///
/// Main types: [io.github.tensorloupe.batch.MetadataBatch] (one edit for many files),
/// [io.github.tensorloupe.batch.FileMetadataChange] (an edit that may depend on other content of a
/// file) and [io.github.tensorloupe.batch.FileReport] (the result for one file).
///
/// May use: `text`, `format`, `work`, `model`, `edit`, `save`, `integrity.hash`.
package io.github.tensorloupe.batch;
