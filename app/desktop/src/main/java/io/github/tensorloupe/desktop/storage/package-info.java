/// The settings and the lists of the user, stored as JSON files in the settings folder.
///
/// Main types: [io.github.tensorloupe.desktop.storage.SettingsFile],
/// [io.github.tensorloupe.desktop.storage.Settings],
/// [io.github.tensorloupe.desktop.storage.LibraryFile].
///
/// May use: `text`, `model`, `storage`, `work`, `save`, `cli`.
package io.github.tensorloupe.desktop.storage;
