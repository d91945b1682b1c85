/// The settings and the lists of the user, stored as JSON files in the settings folder, and the
/// stored results of scans.
///
/// Main types: [io.github.tensorloupe.desktop.storage.SettingsFile],
/// [io.github.tensorloupe.desktop.storage.Settings],
/// [io.github.tensorloupe.desktop.storage.LibraryFile],
/// [io.github.tensorloupe.desktop.storage.ScanResultStore].
///
/// May use: `text`, `model`, `storage`, `work`, `save`, `cli`, `cache`, `library`, `format`,
/// `analysis.health`, `analysis.distribution`.
package io.github.tensorloupe.desktop.storage;
