package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.IoFunction;

/// A limit on the number of open files: at most [#LIMIT] at the same time, however many are read.
/// An idle file may be closed in favor of another file. It is opened again for the next read if it
/// is still the same file. Thread-safe. A pool need not be closed, only its files.
public final class FilePool {

  public static final int LIMIT = 64;

  /// The number of files that may be open before the limit of the system is queried.
  private static final int FEW = 4;

  /// The divisor for the limit of the system. The remaining descriptors are for windows, libraries
  /// and the virtual machine.
  private static final int SHARES = 4;

  private final IoFunction<Path, FileChannel> source;

  /// Open files, starting with the next candidate for closing. Guarded by this, like the fields
  /// below.
  private final Deque<PooledFile> open = new ArrayDeque<>();

  private int limit;
  private int placesTaken;
  private boolean knowsSystem;

  /// Creates a pool for [#LIMIT] files, or fewer if the process may open only few files.
  public FilePool() {
    this(LIMIT);
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
    PooledFile leaving = takePlace();
    try {
      if (leaving != null) {
        leaving.leave();
      }
      return source.apply(path);
    } catch (IOException | RuntimeException | Error e) {
      givePlaceBack();
      throw e;
    }
  }

  /// Acquires a slot.
  ///
  /// @return the file to close for it, one of the least recently read; null if a slot is free
  private synchronized PooledFile takePlace() {
    boolean interrupted = false;
    while (!hasPlace() && open.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (hasPlace()) {
      placesTaken++;
      return null;
    }
    for (int i = 2 * open.size(); i > 0 && open.getFirst().isWanted(); i--) {
      open.addLast(open.removeFirst());
    }
    return open.removeFirst();
  }

  private boolean hasPlace() {
    if (placesTaken >= FEW && !knowsSystem) {
      limit = (int) Math.min(limit, Math.max(FEW, mostOfProcess() / SHARES));
      knowsSystem = true;
    }
    return placesTaken < limit;
  }

  private static long mostOfProcess() {
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

  synchronized void givePlaceBack() {
    placesTaken--;
    notifyAll();
  }
}
