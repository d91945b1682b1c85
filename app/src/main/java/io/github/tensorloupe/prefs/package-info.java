/// What is kept from one run to the next, and where.
///
/// Main types: [io.github.tensorloupe.prefs.Folders] (where files may be kept),
/// [io.github.tensorloupe.prefs.SettingsFile], [io.github.tensorloupe.prefs.Settings],
/// [io.github.tensorloupe.prefs.ScanCache].
///
/// May use: `format`, `work`, `element`, `model`, `analysis`, `analysis.health`,
/// `analysis.distribution`.
package io.github.tensorloupe.prefs;
