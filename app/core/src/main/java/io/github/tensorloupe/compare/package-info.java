/// Compares two checkpoints: pairs tensors, and measures the differences of their values.
///
/// Main types: [io.github.tensorloupe.compare.Side] (one checkpoint),
/// [io.github.tensorloupe.compare.Pairing], [io.github.tensorloupe.compare.PairScan],
/// [io.github.tensorloupe.compare.Figures], [io.github.tensorloupe.compare.Comparison] (the
/// result), [io.github.tensorloupe.compare.Totals], [io.github.tensorloupe.compare.ChangeSentence],
/// [io.github.tensorloupe.compare.Likeness]; for one pair,
/// [io.github.tensorloupe.compare.PairedElements] and
/// [io.github.tensorloupe.compare.DifferenceFile].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `quantization`, `analysis.chunk`,
/// `analysis.layers`, `analysis.slice`, `integrity.content`.
package io.github.tensorloupe.compare;
