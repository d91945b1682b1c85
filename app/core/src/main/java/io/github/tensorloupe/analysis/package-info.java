/// Statistics of tensors. The subpackages read tensors and analyze their values.
///
/// Main types: [io.github.tensorloupe.analysis.TensorStatistics].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.distribution`.
package io.github.tensorloupe.analysis;
