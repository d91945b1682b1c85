package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.FileStamp;

/// The modification times of folders, which detect added and removed entries without listing the
/// folders again. Thread-safe.
public final class FolderStamps {

  private final Map<Path, Optional<FileTime>> times = new ConcurrentSkipListMap<>();

  void add(Path folder) {
    times.put(folder, timeOf(folder));
  }

  /// Returns true if the modification time of any folder has changed. Makes one system call per
  /// folder.
  public boolean isOutdated() {
    return times.entrySet().stream()
        .anyMatch(entry -> !timeOf(entry.getKey()).equals(entry.getValue()));
  }

  private static Optional<FileTime> timeOf(Path folder) {
    return FileStamp.of(folder).map(FileStamp::modified);
  }
}
