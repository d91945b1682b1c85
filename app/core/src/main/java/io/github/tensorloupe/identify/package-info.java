/// Identification of checkpoints. Every statement has evidence.
///
/// Headers are sufficient, except for the group size of MLX, which config.json contains. Tensor
/// names are converted to forms without numbers once ([io.github.tensorloupe.identify.NameTable]).
/// A single engine applies the rules of a table, `rules.txt`, to these forms, shapes and metadata.
///
/// Main types: [io.github.tensorloupe.identify.Identification] (the entry point),
/// [io.github.tensorloupe.identify.Identity] (the result),
/// [io.github.tensorloupe.identify.Statement], [io.github.tensorloupe.identify.Evidence],
/// [io.github.tensorloupe.identify.Topic], [io.github.tensorloupe.identify.Kind],
/// [io.github.tensorloupe.identify.EmbeddedImage].
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.identify;
