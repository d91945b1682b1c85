/// The windows and their documents as they were when the program was last left.
///
/// Main types: [io.github.tensorloupe.storage.session.Session],
/// [io.github.tensorloupe.storage.session.SessionFile],
/// [io.github.tensorloupe.storage.session.RememberedWindow],
/// [io.github.tensorloupe.storage.session.PlaceHistory] (where one has been in a document).
///
/// May use: `format`, `model`, `storage`.
package io.github.tensorloupe.storage.session;
