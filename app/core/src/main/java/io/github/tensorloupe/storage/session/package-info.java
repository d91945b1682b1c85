/// What the windows looked like when the program was last left, and what was open in them.
///
/// Main types: [io.github.tensorloupe.storage.session.Session],
/// [io.github.tensorloupe.storage.session.SessionFile],
/// [io.github.tensorloupe.storage.session.RememberedWindow].
///
/// May use: `format`, `model`, `storage`.
package io.github.tensorloupe.storage.session;
