/// Where a person has been in a document, to go back and forward as in a browser.
///
/// Main type: [io.github.tensorloupe.desktop.selection.history.PlaceHistory].
///
/// May use: `storage.session`.
package io.github.tensorloupe.desktop.selection.history;
