/// What is said of a tensor's values by default. How they are read and counted stands in the
/// packages below.
///
/// Main types: [io.github.tensorloupe.analysis.TensorStatistics].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.distribution`.
package io.github.tensorloupe.analysis;
