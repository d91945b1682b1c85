/// What the panes share: the open document, the selected tensor, and where the caret is.
///
/// Main types: [io.github.tensorloupe.ui.selection.Selection],
/// [io.github.tensorloupe.ui.selection.DocumentState],
/// [io.github.tensorloupe.ui.selection.OpenDocument].
///
/// May use: `format`, `model`, `edit`.
package io.github.tensorloupe.ui.selection;
