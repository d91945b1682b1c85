/// The figures of a tensor that are shown by default. How they are read and counted stands in the
/// packages below.
///
/// Main types: [io.github.tensorloupe.analysis.TensorStatistics].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.distribution`.
package io.github.tensorloupe.analysis;
