/// The locations of all files of the program, and the files that the window and the command line
/// share.
///
/// Main types: [io.github.tensorloupe.storage.Folders], [io.github.tensorloupe.storage.UserFiles],
/// [io.github.tensorloupe.storage.ScanResultStore], [io.github.tensorloupe.storage.KnownValues].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `library`, `analysis`,
/// `analysis.health`, `analysis.distribution`.
package io.github.tensorloupe.storage;
