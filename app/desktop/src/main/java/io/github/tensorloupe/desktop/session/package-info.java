/// The windows and documents of the last run, and the history of places in a document.
///
/// Main types: [io.github.tensorloupe.desktop.session.Session],
/// [io.github.tensorloupe.desktop.session.SessionFile],
/// [io.github.tensorloupe.desktop.session.RememberedWindow],
/// [io.github.tensorloupe.desktop.session.PlaceHistory] (back and forward).
///
/// May use: `format`, `model`, `storage`, `desktop.control.names`, `desktop.storage`.
package io.github.tensorloupe.desktop.session;
