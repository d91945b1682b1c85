/// Copying what is shown: menus with ways to copy and places to go to, and the copying of any text
/// in the window.
///
/// Main types: [io.github.tensorloupe.ui.copy.CopyMenu],
/// [io.github.tensorloupe.ui.copy.TensorCopies] and [io.github.tensorloupe.ui.copy.CopyAnywhere].
///
/// May use: `format`, `model`, `ui.text`, `ui.theme`.
package io.github.tensorloupe.ui.copy;
