/// Identification of checkpoints. Every statement has evidence.
///
/// Reads only headers and the configuration next to the checkpoint. Tensor names are grouped by
/// their forms without numbers ([io.github.tensorloupe.identify.NameTable]). The rules in
/// `rules.txt` are applied to these forms, the shapes, the metadata and the configuration.
///
/// Main types: [io.github.tensorloupe.identify.Identification],
/// [io.github.tensorloupe.identify.Identity], [io.github.tensorloupe.identify.Statement],
/// [io.github.tensorloupe.identify.Evidence], [io.github.tensorloupe.identify.Topic],
/// [io.github.tensorloupe.identify.Kind], [io.github.tensorloupe.identify.EmbeddedImage].
///
/// May use: `text`, `format`, `work`, `model`, `json`.
package io.github.tensorloupe.identify;
