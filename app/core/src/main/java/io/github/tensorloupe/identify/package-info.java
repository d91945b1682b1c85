/// The identity of a checkpoint, and the reasons for it: every statement comes with its evidence.
///
/// Headers suffice, except for the group size of MLX, which config.json names. The names of the
/// tensors are brought to a form without numbers once ([io.github.tensorloupe.identify.NameTable]);
/// the rules are a table, `rules.txt`, over such forms, shapes and metadata, and one engine applies
/// them.
///
/// Main types: [io.github.tensorloupe.identify.Identification] (finds it out),
/// [io.github.tensorloupe.identify.Identity] (the answer),
/// [io.github.tensorloupe.identify.Statement], [io.github.tensorloupe.identify.Evidence],
/// [io.github.tensorloupe.identify.Topic], [io.github.tensorloupe.identify.Kind],
/// [io.github.tensorloupe.identify.EmbeddedImage].
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.identify;
