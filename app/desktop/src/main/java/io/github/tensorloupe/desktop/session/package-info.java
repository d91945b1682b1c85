/// The windows and their documents as they were when the program was last left.
///
/// Main types: [io.github.tensorloupe.desktop.session.Session],
/// [io.github.tensorloupe.desktop.session.SessionFile],
/// [io.github.tensorloupe.desktop.session.RememberedWindow],
/// [io.github.tensorloupe.desktop.session.PlaceHistory] (where one has been in a document).
///
/// May use: `format`, `model`, `storage`, `desktop.control.names`.
package io.github.tensorloupe.desktop.session;
