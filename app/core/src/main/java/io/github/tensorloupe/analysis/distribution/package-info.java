/// The distribution of values: counts, moments, quantiles and histograms, from a single read.
///
/// Main types: [io.github.tensorloupe.analysis.distribution.Distribution],
/// [io.github.tensorloupe.analysis.distribution.DistributionScan],
/// [io.github.tensorloupe.analysis.distribution.Bins].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.chunk`.
package io.github.tensorloupe.analysis.distribution;
