package io.github.tensorloupe.library;

import module java.base;

/// Headers that were read, kept for as long as the program runs, so that a second look at a folder
/// reads none of them again. Thread-safe. Holds a few hundred bytes for each file, however large
/// its header is, and forgets those that were not asked for longest.
public final class HeaderMemory {

  private static final int MAX_FILES = 20_000;

  private record Kept(long byteLength, FileTime modified, FileSummary summary) {}

  private final Map<Path, Kept> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Kept> eldest) {
          return size() > MAX_FILES;
        }
      };

  private long readCount;

  /// The summary of the header of a file; read only where the file is another than before.
  FileSummary of(Path path) throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    synchronized (kept) {
      Kept before = kept.get(path);
      if (before != null
          && before.byteLength == now.size()
          && before.modified.equals(now.lastModifiedTime())) {
        return before.summary;
      }
      readCount++;
    }
    FileSummary summary = FileSummary.read(path);
    synchronized (kept) {
      kept.put(path, new Kept(now.size(), now.lastModifiedTime(), summary));
    }
    return summary;
  }

  long readCount() {
    synchronized (kept) {
      return readCount;
    }
  }
}
