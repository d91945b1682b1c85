/// Reads ZIP archives, which PyTorch and NumPy use as containers. Extracts no files, but copies
/// data that is not read in its order to a temporary file.
///
/// Main types: [io.github.tensorloupe.foreign.zip.ZipDirectory] (the names in an archive),
/// [io.github.tensorloupe.foreign.zip.ZipArchive] (its verified entries and their bytes),
/// [io.github.tensorloupe.foreign.zip.ArchiveEntry],
/// [io.github.tensorloupe.foreign.zip.EntryReader] (random access to an entry),
/// [io.github.tensorloupe.foreign.zip.ArchivePickles].
///
/// Only the central directory is used. The headers before the data are compared with it.
///
/// May use: `foreign.pickle`, `model`, `format`, `text`, `work`.
package io.github.tensorloupe.foreign.zip;
