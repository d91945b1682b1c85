/// Two checkpoints beside each other: which tensors belong together, and how far their values
/// differ.
///
/// Main types: [io.github.tensorloupe.compare.Side] (one of the two),
/// [io.github.tensorloupe.compare.Pairing], [io.github.tensorloupe.compare.PairScan],
/// [io.github.tensorloupe.compare.Figures], [io.github.tensorloupe.compare.Comparison] (all that is
/// known in the end), [io.github.tensorloupe.compare.Totals],
/// [io.github.tensorloupe.compare.ChangeSentence], [io.github.tensorloupe.compare.Likeness]; of one
/// pair [io.github.tensorloupe.compare.PairedElements] and
/// [io.github.tensorloupe.compare.DifferenceFile].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `quantization`, `analysis.chunk`,
/// `analysis.layers`, `analysis.slice`, `integrity.content`.
package io.github.tensorloupe.compare;
