/// Comparison of two checkpoints: pairs tensors and measures the differences of their values.
///
/// Main types: [io.github.tensorloupe.compare.Side], [io.github.tensorloupe.compare.Pairing],
/// [io.github.tensorloupe.compare.PairScan], [io.github.tensorloupe.compare.Figures],
/// [io.github.tensorloupe.compare.Comparison], [io.github.tensorloupe.compare.Totals],
/// [io.github.tensorloupe.compare.ChangeSentence], [io.github.tensorloupe.compare.Likeness],
/// [io.github.tensorloupe.compare.PairedElements], [io.github.tensorloupe.compare.DifferenceFile].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `quantization`, `analysis.chunk`,
/// `analysis.layers`, `analysis.slice`, `integrity.content`.
package io.github.tensorloupe.compare;
