/// The command palette: finds commands, tensors, metadata keys and recent files.
///
/// Main types: [io.github.tensorloupe.desktop.pane.palette.PaletteViewModel],
/// [io.github.tensorloupe.desktop.pane.palette.PaletteLayer] and
/// [io.github.tensorloupe.desktop.pane.palette.PaletteItem].
///
/// May use: `format`, `work`, `model`, `desktop.selection`, `desktop.command`, `desktop.error`,
/// `desktop.job`, `desktop.control.panel`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.palette;
