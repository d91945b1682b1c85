/// Reading tensors in chunks on several threads: who reads what, how the parts come together, and
/// how far it is.
///
/// Main types: [io.github.tensorloupe.analysis.chunk.ChunkedScan],
/// [io.github.tensorloupe.analysis.chunk.ChunkCounts],
/// [io.github.tensorloupe.analysis.chunk.Chunk], [io.github.tensorloupe.analysis.chunk.Chunked]
/// (anything that is read in chunks), [io.github.tensorloupe.analysis.chunk.TensorScan] (anything
/// that is found out of tensors).
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.analysis.chunk;
