package io.github.tensorloupe.library;

import module java.base;

/// Modification times of folders. They show whether entries were added or removed, without listing
/// the folders again. Thread-safe.
public final class FolderStamps {

  private final Map<Path, Optional<FileTime>> times = new ConcurrentHashMap<>();

  void add(Path folder) {
    times.put(folder, timeOf(folder));
  }

  /// Returns true if entries were added to any folder or removed from it. Makes one system call per
  /// folder.
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
