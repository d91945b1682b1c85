/// Finds problems with the values of tensors, at memory speed.
///
/// Main types: [io.github.tensorloupe.analysis.health.HealthScan],
/// [io.github.tensorloupe.analysis.health.TensorHealth],
/// [io.github.tensorloupe.analysis.health.HealthFindings],
/// [io.github.tensorloupe.analysis.health.FindingGroup], which groups findings of any kind.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `analysis.chunk`.
package io.github.tensorloupe.analysis.health;
