package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleBytes;
import io.github.tensorloupe.foreign.pickle.PickleLoader;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Interprets the pickles in an archive.
public final class ArchivePickles {

  private static final int MAX_PICKLES = 1000;

  private final ZipArchive archive;
  private final Cancellation cancellation;
  private final List<Finding> findings;
  private long byteCount;
  private int count;

  /// @param findings receives the findings, also for entries that cannot be read
  public ArchivePickles(ZipArchive archive, List<Finding> findings, Cancellation cancellation) {
    this.archive = archive;
    this.findings = findings;
    this.cancellation = cancellation;
  }

  public static boolean isPickle(ArchiveEntry entry) {
    return entry.name().toLowerCase(Locale.ROOT).endsWith(".pkl");
  }

  /// Analyzes the pickles among the entries of an archive.
  ///
  /// @param entries the entries to skip if they are not pickles
  public void analyze(List<ArchiveEntry> entries) throws IOException {
    for (ArchiveEntry entry : entries) {
      if (isPickle(entry)) {
        read(entry, PickleLoader.UNKNOWN);
      }
    }
  }

  /// Analyzes a pickle that follows other bytes of an entry.
  public void analyze(ArchiveEntry entry, long offset) throws IOException {
    read(entry, offset, PickleLoader.UNKNOWN);
  }

  /// Interprets a pickle, or returns empty if the entry cannot be read.
  public Optional<PickleReading> read(ArchiveEntry entry, PickleLoader loader) throws IOException {
    return read(entry, 0, loader);
  }

  private Optional<PickleReading> read(ArchiveEntry entry, long offset, PickleLoader loader)
      throws IOException {
    byteCount += Math.min(entry.size(), PickleBytes.MAX_BYTES + 1L);
    count++;
    if (byteCount > PickleBytes.MAX_BYTES || count > MAX_PICKLES) {
      // One finding is sufficient for many pickles.
      if (count <= MAX_PICKLES + 1) {
        findings.add(
            Finding.of(
                FindingCode.PICKLE_LIMIT,
                Sentence.of(
                    "The pickle {0} was not examined: the pickles exceed {1} entries or {2} bytes.",
                    DisplayText.of(entry.name()), MAX_PICKLES, PickleBytes.MAX_BYTES)));
      }
      return Optional.empty();
    }
    Optional<byte[]> bytes = archive.bytes(entry, offset, findings, cancellation);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong direct = entry.directOffset();
    PickleBytes pickle =
        PickleBytes.of(
            bytes.get(), direct.isEmpty() ? direct : OptionalLong.of(direct.getAsLong() + offset));
    PickleReading reading = PickleReading.read(pickle, loader, cancellation).withTrailingData();
    findings.addAll(reading.findings());
    return Optional.of(reading);
  }
}
