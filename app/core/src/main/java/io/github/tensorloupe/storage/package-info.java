/// The locations of all files of the program, and the files that the window and the command line
/// share.
///
/// Main types: [io.github.tensorloupe.storage.Folders], [io.github.tensorloupe.storage.UserFiles],
/// [io.github.tensorloupe.storage.JsonObjectFile], [io.github.tensorloupe.storage.AtomicFile],
/// [io.github.tensorloupe.storage.Trash].
///
/// May use: `text`, `format`, `work`, `model`, `save`.
package io.github.tensorloupe.storage;
