/// Where a person has been in a document, to go back and forward as in a browser.
///
/// Main type: [io.github.tensorloupe.ui.selection.history.PlaceHistory].
///
/// May use: `prefs.session`.
package io.github.tensorloupe.ui.selection.history;
