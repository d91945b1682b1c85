package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.IoFunction;

/// The files of many that are open at the same time: at most [#LIMIT], whatever the number of those
/// that somebody reads. A file that nobody reads at the moment may be closed for another one and is
/// opened again when it is read, if it is still the same then. Thread-safe; holds nothing that has
/// to be closed but the files that are opened with it.
public final class FilePool {

  public static final int LIMIT = 64;

  /// So many are open without asking the system how many there may be.
  private static final int FEW = 4;

  /// The other shares are left to windows, libraries and the virtual machine.
  private static final int SHARES = 4;

  private final IoFunction<Path, FileChannel> source;

  /// Open files, the next that may have to go first; guarded by this, as the numbers are.
  private final Deque<PooledFile> open = new ArrayDeque<>();

  private int limit;
  private int placesTaken;
  private boolean knowsSystem;

  /// For as many files as leave enough of what the system allows to others.
  public FilePool() {
    this(LIMIT);
  }

  /// @param limit how many files may be open at once, at least 1; fewer are where the system allows
  ///   few
  FilePool(int limit) {
    this(limit, path -> FileChannel.open(path, StandardOpenOption.READ));
  }

  FilePool(int limit, IoFunction<Path, FileChannel> source) {
    this.limit = limit;
    this.source = source;
  }

  /// Opens a channel, for which it first closes a file that nobody reads. Waits while somebody
  /// reads from each of them.
  ///
  /// @throws IOException if it cannot be opened; then no place is taken
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

  /// Takes a place.
  ///
  /// @return the file that has to leave for it, one of those that have not been read for longest;
  ///   null where a place is free
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

  /// Takes a file out to close it.
  ///
  /// @return false if it is not there, or is being opened or closed
  synchronized boolean remove(PooledFile file) {
    return open.remove(file);
  }

  synchronized void givePlaceBack() {
    placesTaken--;
    notifyAll();
  }
}
