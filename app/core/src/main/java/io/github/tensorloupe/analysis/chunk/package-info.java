/// Reading tensors in chunks on several threads: who reads what, how the parts come together, and
/// how far it is.
///
/// Main types: [io.github.tensorloupe.analysis.chunk.ChunkedScan],
/// [io.github.tensorloupe.analysis.chunk.ChunkCounts],
/// [io.github.tensorloupe.analysis.chunk.Chunk].
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.analysis.chunk;
