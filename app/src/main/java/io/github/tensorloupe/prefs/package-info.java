/// What is kept from one run to the next, and where.
///
/// Main types: [io.github.tensorloupe.prefs.Folders] (where files may be kept),
/// [io.github.tensorloupe.prefs.SettingsFile], [io.github.tensorloupe.prefs.Settings],
/// [io.github.tensorloupe.prefs.ScanCache], [io.github.tensorloupe.prefs.LibraryFile] (what was
/// opened before, and the folders of the library).
///
/// May use: `format`, `work`, `element`, `model`, `library`, `analysis`, `analysis.health`,
/// `analysis.distribution`.
package io.github.tensorloupe.prefs;
