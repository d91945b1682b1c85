/// The bytes of a file of any length, with their meaning.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.HexView] and
/// [io.github.tensorloupe.desktop.pane.hex.HexViewModel]. One immutable
/// [io.github.tensorloupe.desktop.pane.hex.HexPage] at a time is drawn, at the positions of a
/// [io.github.tensorloupe.desktop.pane.hex.HexLayout]. Rows are counted in `long`: a list of the
/// toolkit counts in `int` and takes seconds to reach the end of a large file.
///
/// May use: `format`, `element`, `work`, `analysis.health`, `model`, `compare`, `export`, `text`,
/// `desktop.job`, `desktop.selection`, `desktop.control.panel`, `desktop.control.copy`,
/// `desktop.control.canvas`, `desktop.text`, `desktop.theme`, `desktop.error`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.hex;
