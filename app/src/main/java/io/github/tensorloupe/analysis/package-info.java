/// Statistics of tensors: counts, moments, quantiles, histograms.
///
/// Main types: [io.github.tensorloupe.analysis.TensorStatistics],
/// [io.github.tensorloupe.analysis.StatisticsScan].
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.analysis;
