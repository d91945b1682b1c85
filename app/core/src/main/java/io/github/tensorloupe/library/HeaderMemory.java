package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Headers that were read, kept for as long as the program runs, so that a second look at a folder
/// reads none of them again. Thread-safe. Holds a few hundred bytes for each file, however large
/// its header is, and forgets those that were not asked for longest.
public final class HeaderMemory {

  private static final int MAX_FILES = 20_000;

  private final Map<Path, FileSummary> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, FileSummary> eldest) {
          return size() > MAX_FILES;
        }
      };

  private long readCount;

  /// The summary of the header of a file; read only where the file is another than before.
  FileSummary of(Path path) throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    synchronized (kept) {
      FileSummary before = kept.get(path);
      if (before != null
          && before.identity.byteLength() == now.size()
          && before.identity.modified().equals(now.lastModifiedTime())) {
        return before;
      }
      readCount++;
    }
    FileSummary summary = FileSummary.read(path);
    synchronized (kept) {
      kept.put(path, summary);
    }
    return summary;
  }

  long readCount() {
    synchronized (kept) {
      return readCount;
    }
  }

  /// The facts that the library keeps of one file: figures, and no names of tensors.
  ///
  /// @param identity of the file when it was read
  /// @param dtypeBytes the bytes of the tensors of each dtype
  /// @param refusal why the reference library refuses it, as a sentence; empty where it loads
  /// @param hasThumbnail true if its metadata hold a picture
  record FileSummary(
      FileIdentity identity,
      int tensorCount,
      Map<Dtype, Long> dtypeBytes,
      Optional<Sentence> refusal,
      boolean hasThumbnail) {

    /// The picture of a longer text is no small one.
    private static final int MAX_THUMBNAIL_CHARACTERS = 4 << 20;

    FileSummary {
      dtypeBytes = Map.copyOf(dtypeBytes);
    }

    /// Reads the header of a file and nothing else.
    static FileSummary read(Path path) throws IOException {
      try (TensorFile file = TensorFile.open(path)) {
        Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
        for (TensorInfo tensor : file.header().tensors()) {
          dtypeBytes.merge(tensor.dtype(), Math.max(0, tensor.byteCount()), Long::sum);
        }
        return new FileSummary(
            file.identity(),
            file.header().tensors().size(),
            dtypeBytes,
            refusalOf(file),
            file.header().metadata().map(FileSummary::hasThumbnail).orElse(false));
      }
    }

    private static Optional<Sentence> refusalOf(TensorFile file) {
      if (!file.isRefused()) {
        return Optional.empty();
      }
      return file.findings().stream()
          .filter(finding -> finding.severity() == Severity.ERROR)
          .map(Finding::sentence)
          .findFirst()
          .or(() -> file.reading().loadError().map(error -> Sentence.of("{0}.", error.variant())));
    }

    private static boolean hasThumbnail(Metadata metadata) {
      String text = metadata.entries().getOrDefault("modelspec.thumbnail", "");
      return text.startsWith("data:image/") && text.length() <= MAX_THUMBNAIL_CHARACTERS;
    }
  }
}
