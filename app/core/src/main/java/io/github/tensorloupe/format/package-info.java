/// Parses and writes headers and indexes in memory. Accesses no files.
///
/// Main types: [io.github.tensorloupe.format.Preface] (header length and file length),
/// [io.github.tensorloupe.format.HeaderReader] and [io.github.tensorloupe.format.HeaderReading]
/// (bytes to values, with the verdict of the reference library and the findings),
/// [io.github.tensorloupe.format.HeaderWriter] (values to bytes),
/// [io.github.tensorloupe.format.Header], [io.github.tensorloupe.format.TensorInfo],
/// [io.github.tensorloupe.format.Dtype], [io.github.tensorloupe.format.Metadata],
/// [io.github.tensorloupe.format.ShardIndex], [io.github.tensorloupe.format.Finding],
/// [io.github.tensorloupe.format.DisplayText] (escapes text for display).
///
/// May use: `text`.
package io.github.tensorloupe.format;
