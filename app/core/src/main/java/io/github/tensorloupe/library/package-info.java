/// Search for checkpoints in caches and folders. Reads only headers.
///
/// A scan groups files into checkpoints by name while other threads read the headers. A checkpoint
/// with unfinished downloads is incomplete.
///
/// Main types: [io.github.tensorloupe.library.LibraryScan],
/// [io.github.tensorloupe.library.LibraryEntry], [io.github.tensorloupe.library.HubCaches],
/// [io.github.tensorloupe.library.HeaderCache], [io.github.tensorloupe.library.ModelFacts],
/// [io.github.tensorloupe.library.CheckpointPoller], [io.github.tensorloupe.library.ModelFiles].
///
/// May use: `text`, `format`, `work`, `model`, `identify`, `integrity.doctor`.
package io.github.tensorloupe.library;
