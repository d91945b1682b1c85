/// What people type to name a place in an open checkpoint: an offset, a step from the caret, a
/// share of the file, a tensor, an element.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.place.PlaceReader],
/// [io.github.tensorloupe.desktop.pane.hex.place.PlaceReading].
///
/// May use: `format`, `element`, `model`, `desktop.text`.
package io.github.tensorloupe.desktop.pane.hex.place;
