/// Putting right what can be put right: the intact tensors of a damaged file saved to a new one,
/// safe repairs of a header, a correct index. Nothing is done without being asked for.
///
/// Main types: [io.github.tensorloupe.ui.repair.SalvageFlow],
/// [io.github.tensorloupe.ui.repair.RepairFlow], [io.github.tensorloupe.ui.repair.IndexFlow],
/// [io.github.tensorloupe.ui.repair.FormatFlow].
///
/// May use: `format`, `work`, `model`, `save`, `edit`, `identify`, `integrity`, `integrity.doctor`,
/// `export`, `ui.selection`, `ui.command`, `ui.panel`, `ui.job`, `ui.error`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.repair;
