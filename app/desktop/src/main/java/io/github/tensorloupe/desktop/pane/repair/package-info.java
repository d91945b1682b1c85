/// Putting right what can be put right: the intact tensors of a damaged file saved to a new one,
/// safe repairs of a header, a correct index. Nothing is done without being asked for.
///
/// Main types: [io.github.tensorloupe.desktop.pane.repair.SalvageFlow],
/// [io.github.tensorloupe.desktop.pane.repair.RepairFlow],
/// [io.github.tensorloupe.desktop.pane.repair.IndexFlow],
/// [io.github.tensorloupe.desktop.pane.repair.FormatFlow].
///
/// May use: `format`, `work`, `model`, `save`, `edit`, `identify`, `integrity`, `integrity.doctor`,
/// `export`, `desktop.selection`, `desktop.command`, `desktop.control.panel`, `desktop.job`,
/// `desktop.error`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.repair;
