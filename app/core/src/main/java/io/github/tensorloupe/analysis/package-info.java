/// The default statistics of a tensor. The subpackages read tensors and count their values.
///
/// Main types: [io.github.tensorloupe.analysis.TensorStatistics].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.distribution`.
package io.github.tensorloupe.analysis;
