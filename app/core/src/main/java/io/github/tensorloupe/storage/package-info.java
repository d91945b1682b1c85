/// Files kept from one run to the next, and their folders.
///
/// Main types: [io.github.tensorloupe.storage.Folders] (where files may be kept),
/// [io.github.tensorloupe.storage.SettingsFile], [io.github.tensorloupe.storage.Settings],
/// [io.github.tensorloupe.storage.ScanCache], [io.github.tensorloupe.storage.KnownValues],
/// [io.github.tensorloupe.storage.EffectiveRanks], [io.github.tensorloupe.storage.LibraryFile]
/// (what was opened before, and the folders of the library),
/// [io.github.tensorloupe.storage.BaseStructures] (what adapters are held against).
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `library`, `adapter`, `analysis`,
/// `analysis.health`, `analysis.distribution`.
package io.github.tensorloupe.storage;
