/// One field that finds commands, tensors, metadata keys and recent files, and does or shows what
/// was found.
///
/// Main types: [io.github.tensorloupe.ui.palette.PaletteViewModel],
/// [io.github.tensorloupe.ui.palette.PaletteLayer] and
/// [io.github.tensorloupe.ui.palette.PaletteSources].
///
/// May use: `format`, `work`, `model`, `ui.selection`, `ui.command`, `ui.error`, `ui.job`,
/// `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.palette;
