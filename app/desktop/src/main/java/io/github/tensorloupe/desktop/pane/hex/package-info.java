/// The bytes of a file: every byte of it, however long it is, with what it is for.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.HexView] and
/// [io.github.tensorloupe.desktop.pane.hex.HexViewModel]. What is drawn is one immutable
/// [io.github.tensorloupe.desktop.pane.hex.HexPage] at a time; where it is drawn says
/// [io.github.tensorloupe.desktop.pane.hex.HexLayout]. Rows are counted in `long`, because a
/// toolkit's list counts in `int` and takes seconds to reach the end of a large file.
///
/// May use: `format`, `element`, `analysis.health`, `model`, `export`,
/// `desktop.pane.hex.structure`, `desktop.pane.hex.copy`, `desktop.pane.hex.place`, `desktop.job`,
/// `desktop.selection`, `desktop.control.panel`, `desktop.control.copy`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.hex;
