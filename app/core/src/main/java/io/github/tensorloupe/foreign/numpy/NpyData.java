package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleBytes;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.foreign.zip.ArchiveEntry;
import io.github.tensorloupe.foreign.zip.ArchivePickles;
import io.github.tensorloupe.foreign.zip.EntryReader;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.StridedElements.Source;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;

/// The bytes of a `.npy` file, which may be an entry of an archive.
///
/// @param length the number of bytes
/// @param begin the file offset of the first byte, or empty if the entry is compressed
/// @param damage the reason why the values cannot be read, or empty
/// @param pickle analyzes a pickle, which begins after the given number of bytes
record NpyData(
    Source source,
    long length,
    OptionalLong begin,
    Optional<Finding> damage,
    IoConsumer<Long> pickle) {

  /// @param findings receives the findings about a pickle
  static NpyData of(ByteSource file, List<Finding> findings, Cancellation cancellation) {
    return new NpyData(
        file::read,
        file.length(),
        OptionalLong.of(0),
        Optional.empty(),
        offset -> {
          PickleBytes pickle = PickleBytes.of(file, offset, file.length());
          findings.addAll(PickleReading.analyze(pickle, cancellation).findings());
        });
  }

  static NpyData of(
      ZipArchive archive, ArchiveEntry entry, Optional<Finding> damage, ArchivePickles pickles) {
    EntryReader reader = archive.reader(entry);
    return new NpyData(
        reader::read,
        entry.size(),
        entry.directOffset(),
        damage,
        offset -> pickles.analyze(entry, offset));
  }
}
