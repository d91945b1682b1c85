/// What the windows looked like when the program was last left, and what was open in them.
///
/// Main types: [io.github.tensorloupe.prefs.session.Session],
/// [io.github.tensorloupe.prefs.session.SessionFile],
/// [io.github.tensorloupe.prefs.session.RememberedWindow].
///
/// May use: `format`, `model`, `prefs`.
package io.github.tensorloupe.prefs.session;
