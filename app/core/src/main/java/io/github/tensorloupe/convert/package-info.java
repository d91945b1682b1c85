/// New safetensors files from the tensors of existing checkpoints: selected, renamed, cast,
/// dequantized and divided into shards.
///
/// Main types: [io.github.tensorloupe.convert.ConversionOptions] (the changes),
/// [io.github.tensorloupe.convert.ConversionPlan] (the new files, before anything is written),
/// [io.github.tensorloupe.convert.ConversionWriter] (writes, verifies and publishes them),
/// [io.github.tensorloupe.convert.Cast] (rounds values to another dtype).
///
/// The sources never change.
///
/// May use: `text`, `format`, `work`, `element`, `json`, `model`, `save`, `export`, `quantization`,
/// `adapter`, `compare`.
package io.github.tensorloupe.convert;
