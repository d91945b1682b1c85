/// Problems with the numbers of a tensor, found at the speed of memory.
///
/// Main types: [io.github.tensorloupe.analysis.health.HealthScan],
/// [io.github.tensorloupe.analysis.health.TensorHealth],
/// [io.github.tensorloupe.analysis.health.HealthFindings],
/// [io.github.tensorloupe.analysis.health.FindingGroup], which puts findings of any kind together.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `analysis.chunk`.
package io.github.tensorloupe.analysis.health;
