/// Settings and other files of the user, and the locations of all files of the program.
///
/// Main types: [io.github.tensorloupe.storage.Folders] (the folders),
/// [io.github.tensorloupe.storage.SettingsFile], [io.github.tensorloupe.storage.Settings],
/// [io.github.tensorloupe.storage.ScanResultStore], [io.github.tensorloupe.storage.KnownValues],
/// [io.github.tensorloupe.storage.LibraryFile] (recent files and the folders of the library).
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `library`, `analysis`,
/// `analysis.health`, `analysis.distribution`.
package io.github.tensorloupe.storage;
