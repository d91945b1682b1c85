/// The purpose of each byte of a file: header length, tokens of the header, tensors, unclaimed
/// bytes.
///
/// Main types: [io.github.tensorloupe.analysis.structure.FileStructure] (any byte, without reading
/// it), [io.github.tensorloupe.analysis.structure.PageStructure] (the visible bytes, with their
/// content), [io.github.tensorloupe.analysis.structure.ByteWindow] (bytes that were read),
/// [io.github.tensorloupe.analysis.structure.ByteText].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `analysis.health`.
package io.github.tensorloupe.analysis.structure;
