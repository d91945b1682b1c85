/// Settings, user data, and the locations of all files of the program.
///
/// Main types: [io.github.tensorloupe.storage.Folders],
/// [io.github.tensorloupe.storage.SettingsFile], [io.github.tensorloupe.storage.Settings],
/// [io.github.tensorloupe.storage.ScanResultStore], [io.github.tensorloupe.storage.KnownValues],
/// [io.github.tensorloupe.storage.LibraryFile].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `library`, `analysis`,
/// `analysis.health`, `analysis.distribution`.
package io.github.tensorloupe.storage;
