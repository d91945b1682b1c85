/// Where a person has been in a document, to go back and forward as in a browser.
///
/// Main types: [io.github.tensorloupe.ui.selection.history.PlaceHistory],
/// [io.github.tensorloupe.ui.selection.history.Place].
///
/// May use: nothing of this program.
package io.github.tensorloupe.ui.selection.history;
