package io.github.tensorloupe.library;

import module java.base;

/// When folders were changed last: whether something has come or gone since is known from them
/// without looking through them again. Thread-safe.
public final class FolderStamps {

  private final Map<Path, Optional<FileTime>> times = new ConcurrentHashMap<>();

  void add(Path folder) {
    times.put(folder, timeOf(folder));
  }

  /// True if something has come into one of the folders or gone from it. Asks the file system once
  /// for each folder.
  public boolean isOutdated() {
    return times.entrySet().stream()
        .anyMatch(entry -> !timeOf(entry.getKey()).equals(entry.getValue()));
  }

  private static Optional<FileTime> timeOf(Path folder) {
    try {
      return Optional.of(Files.getLastModifiedTime(folder));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
