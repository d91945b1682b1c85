/// Reads GGUF files of llama.cpp: metadata, tensors and blocks of quantized values.
///
/// Main types: [io.github.tensorloupe.foreign.gguf.GgufFormat] (the reader, a service),
/// [io.github.tensorloupe.foreign.gguf.GgufType] (the types of tensors),
/// [io.github.tensorloupe.foreign.gguf.BlockLayout] (the values of quantized blocks).
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.foreign.gguf;
