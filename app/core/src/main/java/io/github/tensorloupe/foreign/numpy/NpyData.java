package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.foreign.zip.ArchiveEntry;
import io.github.tensorloupe.foreign.zip.EntryReader;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.StridedElements.Source;
import io.github.tensorloupe.work.Cancellation;

/// The bytes of a `.npy` file, which may be an entry of an archive.
///
/// @param length the number of bytes
/// @param begin the file offset of the first byte, or empty if the entry is compressed
/// @param damage the reason why the values cannot be read, or empty
/// @param pickle reads all bytes
record NpyData(
    Source source, long length, OptionalLong begin, Optional<Finding> damage, Pickle pickle) {

  /// Reads the bytes of a file that contains a pickle.
  @FunctionalInterface
  interface Pickle {

    /// @param findings receives the reason if the bytes are damaged
    Optional<byte[]> bytes(List<Finding> findings, Cancellation cancellation) throws IOException;
  }

  static NpyData of(ByteSource file) {
    return new NpyData(
        file::read,
        file.length(),
        OptionalLong.of(0),
        Optional.empty(),
        (_, _) -> Optional.of(file.read(0, Math.toIntExact(file.length()))));
  }

  static NpyData of(ZipArchive archive, ArchiveEntry entry, Optional<Finding> damage) {
    EntryReader reader = archive.reader(entry);
    return new NpyData(
        reader::read,
        entry.size(),
        entry.directOffset(),
        damage,
        (findings, cancellation) -> archive.bytes(entry, findings, cancellation));
  }
}
