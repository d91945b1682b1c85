/// Reads tensors in chunks on several threads: assigns chunks to threads, merges the counts, and
/// reports progress.
///
/// Main types: [io.github.tensorloupe.analysis.chunk.ChunkedScan],
/// [io.github.tensorloupe.analysis.chunk.ChunkCounts],
/// [io.github.tensorloupe.analysis.chunk.Chunk], [io.github.tensorloupe.analysis.chunk.Chunked] (an
/// item that is read in chunks), [io.github.tensorloupe.analysis.chunk.TensorScan] (a computation
/// for each of several tensors).
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.analysis.chunk;
