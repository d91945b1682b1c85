/// What becomes of a range of bytes: a text for the clipboard.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.copy.CopyFormat],
/// [io.github.tensorloupe.desktop.pane.hex.copy.RangeText].
///
/// May use: `format`, `work`, `model`.
package io.github.tensorloupe.desktop.pane.hex.copy;
