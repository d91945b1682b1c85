/// Parallel reading of tensors in chunks.
///
/// Main types: [io.github.tensorloupe.analysis.chunk.ChunkedScan],
/// [io.github.tensorloupe.analysis.chunk.ChunkCounts],
/// [io.github.tensorloupe.analysis.chunk.Chunk], [io.github.tensorloupe.analysis.chunk.Chunked],
/// [io.github.tensorloupe.analysis.chunk.TensorScan].
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.analysis.chunk;
