/// The choice of a two-dimensional slice of an array.
///
/// Main types: [io.github.tensorloupe.desktop.control.slice.SliceBar].
///
/// May use: `format`, `model`, `analysis.slice`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.control.slice;
