/// Copying: context menus with copy items, and copying of any text in the window.
///
/// Main types: [io.github.tensorloupe.desktop.control.copy.CopyMenu],
/// [io.github.tensorloupe.desktop.control.copy.TensorCopies] and
/// [io.github.tensorloupe.desktop.control.copy.CopyAnywhere].
///
/// May use: `format`, `model`, `desktop.control`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.control.copy;
