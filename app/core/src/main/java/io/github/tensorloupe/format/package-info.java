/// The file format: header bytes to values and back. Opens no files and knows no paths; what it is
/// given are byte arrays and lengths.
///
/// Main types: [io.github.tensorloupe.format.Preface] (how much of a file is header),
/// [io.github.tensorloupe.format.HeaderReader] and [io.github.tensorloupe.format.HeaderReading]
/// (bytes to values, with the verdict of the reference library and the findings),
/// [io.github.tensorloupe.format.HeaderWriter] (values to bytes),
/// [io.github.tensorloupe.format.Header], [io.github.tensorloupe.format.TensorInfo],
/// [io.github.tensorloupe.format.Dtype], [io.github.tensorloupe.format.Metadata],
/// [io.github.tensorloupe.format.ShardIndex], [io.github.tensorloupe.format.Finding],
/// [io.github.tensorloupe.format.DisplayText] (text of a file made fit to be shown).
///
/// May use: `text`.
package io.github.tensorloupe.format;
