/// The bytes of a file: every byte of it, sixteen a row, however long it is.
///
/// Main types: [io.github.tensorloupe.ui.hex.HexView] and
/// [io.github.tensorloupe.ui.hex.HexViewModel]. What is drawn is one immutable
/// [io.github.tensorloupe.ui.hex.HexPage] at a time; where it is drawn says
/// [io.github.tensorloupe.ui.hex.HexLayout]. Rows are counted in `long`, because a toolkit's list
/// counts in `int` and takes seconds to reach the end of a large file.
///
/// May use: `format`, `element`, `model`, `ui.job`, `ui.selection`, `ui.text`, `ui.theme`,
/// `ui.error`.
package io.github.tensorloupe.ui.hex;
