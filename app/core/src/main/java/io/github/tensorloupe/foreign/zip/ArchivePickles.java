package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleBytes;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// An analysis of the pickles in an archive, which is limited to a total number of bytes because
/// many entries may inflate the same data.
public final class ArchivePickles {

  private final ZipArchive archive;
  private long budget = PickleBytes.MAX_BYTES;

  public ArchivePickles(ZipArchive archive) {
    this.archive = archive;
  }

  /// Verifies an entry, and returns the findings about the pickle in it.
  ///
  /// @param entry a readable entry
  /// @param offset the number of bytes before the pickle
  public List<Finding> findings(ArchiveEntry entry, long offset, Cancellation cancellation)
      throws IOException {
    if (entry.size() > budget) {
      Sentence sentence =
          Sentence.of(
              "The pickle in {0} is not analyzed: the pickles of the archive have more than {1}"
                  + " bytes.",
              DisplayText.of(entry.name()), PickleBytes.MAX_BYTES);
      return List.of(
          ZipArchive.finding(FindingCode.PICKLE_LIMIT, entry, Optional.empty(), sentence));
    }
    budget -= entry.size();
    Optional<Finding> damage = archive.verify(entry, Optional.empty(), cancellation);
    if (damage.isPresent()) {
      return List.of(damage.get());
    }
    EntryReader reader = archive.reader(entry);
    OptionalLong direct = entry.directOffset();
    PickleBytes bytes =
        PickleBytes.of(
            (at, target) -> reader.read(offset + at, target),
            entry.size() - offset,
            direct.isEmpty() ? direct : OptionalLong.of(direct.getAsLong() + offset));
    return PickleReading.analyze(bytes, cancellation).findings();
  }
}
