package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.IoFunction;

/// A limit on the number of open files: at most [#MAX_OPEN_FILES] at the same time, however many
/// are read. An idle file may be closed in favor of another file. It is opened again for the next
/// read if it is still the same file. Thread-safe. A pool need not be closed, only its files.
public final class FilePool {

  public static final int MAX_OPEN_FILES = 64;

  /// The number of files that may be open before the limit of the system is queried.
  private static final int MIN_OPEN_FILES = 4;

  /// The divisor for the limit of the system. The remaining descriptors are for windows, libraries
  /// and the virtual machine.
  private static final int SYSTEM_LIMIT_DIVISOR = 4;

  private final IoFunction<Path, FileChannel> source;

  /// Open files, starting with the next candidate for closing. Guarded by this, like the fields
  /// below.
  private final Deque<PooledFile> open = new ArrayDeque<>();

  private int limit;
  private int usedSlots;
  private boolean isLimitChecked;

  /// Creates a pool for [#MAX_OPEN_FILES] files, or fewer if the process may open only few files.
  public FilePool() {
    this(MAX_OPEN_FILES);
  }

  /// @param limit the maximum number of files open at the same time, at least 1; reduced if the
  ///   process may open only few files
  FilePool(int limit) {
    this(limit, path -> FileChannel.open(path, StandardOpenOption.READ));
  }

  FilePool(int limit, IoFunction<Path, FileChannel> source) {
    this.limit = limit;
    this.source = source;
  }

  /// Opens a channel. If the limit is reached, closes an idle file first; waits if all files are in
  /// use.
  ///
  /// @throws IOException if the file cannot be opened; its slot is then free again
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

  /// Acquires a slot.
  ///
  /// @return the file to close for it, one of the least recently read; null if a slot is free
  private synchronized PooledFile acquireSlot() {
    boolean interrupted = false;
    while (!hasFreeSlot() && open.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
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

  /// Removes a file that is about to be closed.
  ///
  /// @return false if the file is not open, or is being opened or closed
  synchronized boolean remove(PooledFile file) {
    return open.remove(file);
  }

  synchronized void releaseSlot() {
    usedSlots--;
    notifyAll();
  }
}
