/// Searches caches and folders for checkpoints. Reads headers only and does not check values.
///
/// A scan groups files into checkpoints by name while other threads read the headers. Traces of
/// interrupted downloads mark a checkpoint as incomplete.
///
/// Main types: [io.github.tensorloupe.library.LibraryScan],
/// [io.github.tensorloupe.library.LibraryEntry], [io.github.tensorloupe.library.HubCaches],
/// [io.github.tensorloupe.library.HeaderCache], [io.github.tensorloupe.library.ModelFacts],
/// [io.github.tensorloupe.library.CheckpointPoller] (checkpoints being written in one folder),
/// [io.github.tensorloupe.library.FolderWatcher] (all watched folders).
///
/// May use: `text`, `format`, `work`, `model`, `identify`.
package io.github.tensorloupe.library;
