/// Compares the configuration of a checkpoint with its tensors: layers, heads, sizes, experts,
/// towers, quantization and adapters.
///
/// Reads only headers and the JSON files next to them. `families.json` contains the names and keys
/// of the known architectures. Unknown architectures are not compared.
///
/// Main types: [io.github.tensorloupe.config.ConfigCheck],
/// [io.github.tensorloupe.config.ConfigReport], [io.github.tensorloupe.config.ConfigComparison],
/// [io.github.tensorloupe.config.Fact], [io.github.tensorloupe.config.Subject],
/// [io.github.tensorloupe.config.HeadComparison].
///
/// May use: `text`, `format`, `work`, `model`, `json`, `quantization`.
package io.github.tensorloupe.config;
