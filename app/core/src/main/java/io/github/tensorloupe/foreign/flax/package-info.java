/// Reads checkpoints of Flax in MessagePack files.
///
/// Main types: `FlaxFormat`, `FlaxTree` (the maps and arrays of a file), `MessageInput` (the bytes
/// for the MessagePack library, which skips the data of tensors).
///
/// May use: `text`, `format`, `work`, `model`, `foreign.pickle`.
package io.github.tensorloupe.foreign.flax;
