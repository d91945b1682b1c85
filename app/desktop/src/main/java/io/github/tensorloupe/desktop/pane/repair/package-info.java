/// Repairs: saving intact tensors to a new file, safe header repairs, correct indexes missing
/// `format` entries, and private data in the metadata. All are offered, and none is applied
/// automatically.
///
/// Main types: [io.github.tensorloupe.desktop.pane.repair.SalvageFlow],
/// [io.github.tensorloupe.desktop.pane.repair.RepairFlow],
/// [io.github.tensorloupe.desktop.pane.repair.IndexFlow],
/// [io.github.tensorloupe.desktop.pane.repair.FormatFlow],
/// [io.github.tensorloupe.desktop.pane.repair.SharingFlow].
///
/// May use: `text`, `format`, `work`, `model`, `save`, `edit`, `identify`, `integrity.doctor`,
/// `export`, `desktop.selection`, `desktop.command`, `desktop.control.panel`,
/// `desktop.control.notice`, `desktop.job`, `desktop.error`, `desktop.text`, `desktop.theme`,
/// `desktop.control`, `desktop.pane`.
package io.github.tensorloupe.desktop.pane.repair;
