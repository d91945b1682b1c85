package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.IoFunction;

/// A pool of files, of which at most [#MAX_OPEN_FILES] are open at the same time. Closes idle files
/// in favor of others, and reopens a closed file for its next read if it has not changed.
/// Thread-safe. A pool need not be closed, only its files.
public final class FilePool {

  public static final int MAX_OPEN_FILES = 64;

  /// The minimum limit, for which the system limit is not queried.
  private static final int MIN_OPEN_FILES = 4;

  /// The fraction of the system limit that a pool uses. Windows, libraries and the virtual machine
  /// use the remaining descriptors.
  private static final int SYSTEM_LIMIT_DIVISOR = 4;

  private final IoFunction<Path, FileChannel> source;

  /// The open files, with the next candidate for closing first. Guarded by this, like the following
  /// fields.
  private final Deque<PooledFile> open = new ArrayDeque<>();

  private int limit;
  private int usedSlots;
  private boolean isLimitChecked;

  /// Creates a pool for [#MAX_OPEN_FILES] files, or fewer if the system limit of the process is
  /// low.
  public FilePool() {
    this(MAX_OPEN_FILES);
  }

  FilePool(int limit) {
    this(limit, path -> FileChannel.open(path, StandardOpenOption.READ));
  }

  FilePool(int limit, IoFunction<Path, FileChannel> source) {
    this.limit = limit;
    this.source = source;
  }

  /// Opens a channel. If the limit is reached, closes an idle file, or waits if all files are in
  /// use.
  ///
  /// @throws IOException if the file cannot be opened
  FileChannel open(Path path) throws IOException {
    PooledFile evicted = acquireSlot();
    try {
      if (evicted != null) {
        evicted.evict();
      }
      return source.apply(path);
    } catch (IOException | RuntimeException | Error e) {
      releaseSlot();
      throw e;
    }
  }

  /// Returns the file to close for the slot, not recently read if possible, or null if a slot was
  /// free.
  private synchronized PooledFile acquireSlot() {
    boolean isInterrupted = false;
    while (!hasFreeSlot() && open.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    if (hasFreeSlot()) {
      usedSlots++;
      return null;
    }
    for (int i = 2 * open.size(); i > 0 && open.getFirst().pollRecentlyUsed(); i--) {
      open.addLast(open.removeFirst());
    }
    return open.removeFirst();
  }

  private boolean hasFreeSlot() {
    if (usedSlots >= MIN_OPEN_FILES && !isLimitChecked) {
      limit = Math.clamp(maxOpenFilesOfProcess() / SYSTEM_LIMIT_DIVISOR, MIN_OPEN_FILES, limit);
      isLimitChecked = true;
    }
    return usedSlots < limit;
  }

  private static long maxOpenFilesOfProcess() {
    try {
      return Files.readAllLines(Path.of("/proc/self/limits")).stream()
          .filter(line -> line.startsWith("Max open files"))
          .mapToLong(line -> Long.parseLong(line.split(" {2,}")[1]))
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException | RuntimeException e) {
      return Long.MAX_VALUE;
    }
  }

  synchronized void add(PooledFile file) {
    open.addLast(file);
    notifyAll();
  }

  /// Removes a file before it is closed.
  ///
  /// @return false if the file is not open or is being opened or closed
  synchronized boolean remove(PooledFile file) {
    return open.remove(file);
  }

  synchronized void releaseSlot() {
    usedSlots--;
    notifyAll();
  }
}
