/// What becomes of a range of bytes: a text for the clipboard.
///
/// Main types: [io.github.tensorloupe.ui.hex.copy.CopyFormat],
/// [io.github.tensorloupe.ui.hex.copy.RangeText].
///
/// May use: `format`, `work`, `model`.
package io.github.tensorloupe.ui.hex.copy;
