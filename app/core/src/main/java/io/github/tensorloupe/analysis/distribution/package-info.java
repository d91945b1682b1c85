/// The distribution of the values of a tensor: counts, moments, quantiles and histograms.
///
/// Main types: [io.github.tensorloupe.analysis.distribution.Distribution],
/// [io.github.tensorloupe.analysis.distribution.DistributionScan],
/// [io.github.tensorloupe.analysis.distribution.Bins].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.chunk`.
package io.github.tensorloupe.analysis.distribution;
