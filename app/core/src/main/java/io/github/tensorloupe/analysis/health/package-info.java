/// Checks for problems with the values of tensors, such as NaN, constant tensors and zero-filled
/// pages.
///
/// Main types: [io.github.tensorloupe.analysis.health.HealthScan],
/// [io.github.tensorloupe.analysis.health.TensorHealth],
/// [io.github.tensorloupe.analysis.health.HealthFindings],
/// [io.github.tensorloupe.analysis.health.FindingGroup],
/// [io.github.tensorloupe.analysis.health.ElementSearch].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `analysis.chunk`.
package io.github.tensorloupe.analysis.health;
