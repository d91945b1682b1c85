/// The bytes of a file: every byte of it, however long it is, with what it is for.
///
/// Main types: [io.github.tensorloupe.ui.hex.HexView] and
/// [io.github.tensorloupe.ui.hex.HexViewModel]. What is drawn is one immutable
/// [io.github.tensorloupe.ui.hex.HexPage] at a time; where it is drawn says
/// [io.github.tensorloupe.ui.hex.HexLayout]. Rows are counted in `long`, because a toolkit's list
/// counts in `int` and takes seconds to reach the end of a large file.
///
/// May use: `format`, `element`, `analysis.health`, `model`, `export`, `ui.hex.structure`,
/// `ui.hex.copy`, `ui.hex.place`, `ui.job`, `ui.selection`, `ui.panel`, `ui.copy`, `ui.text`,
/// `ui.theme`, `ui.error`, `ui.follow`.
package io.github.tensorloupe.ui.hex;
