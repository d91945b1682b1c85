/// Finding checkpoints in caches and folders. Reads headers only; what is wrong with the values of
/// a file is not seen here.
///
/// A scan goes through folders by names and tells which files belong together; the headers of what
/// it finds are read beside that. What a broken-off download left marks its checkpoint as
/// incomplete.
///
/// Main types: [io.github.tensorloupe.library.LibraryScan],
/// [io.github.tensorloupe.library.LibraryEntry], [io.github.tensorloupe.library.HubCaches],
/// [io.github.tensorloupe.library.HeaderMemory], [io.github.tensorloupe.library.ModelFacts],
/// [io.github.tensorloupe.library.FinishedCheckpoints] (a folder that is being written into),
/// [io.github.tensorloupe.library.LiveFolders] (all that are watched).
///
/// May use: `text`, `format`, `work`, `model`, `identify`.
package io.github.tensorloupe.library;
