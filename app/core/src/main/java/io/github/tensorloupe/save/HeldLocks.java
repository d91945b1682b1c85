package io.github.tensorloupe.save;

import module java.base;

/// The locks that one program holds on files. Thread-safe.
///
/// POSIX systems forget all locks that a program has on a file as soon as the program closes any
/// channel to it. So a channel to a file that is locked here is closed only with the lock.
///
/// A file is known by its key in the file system, or by its path where there is none.
final class HeldLocks {

  private static final class Held {
    private final boolean isShared;
    private final List<FileChannel> closing = new ArrayList<>();
    private int holders = 1;

    Held(boolean isShared) {
      this.isShared = isShared;
    }
  }

  private final Map<Object, Held> files = new HashMap<>();

  /// Locks a file, if neither this program nor another holds a lock that stands against it.
  ///
  /// @param shared true if others may hold a shared lock too
  synchronized boolean tryLock(Object file, FileChannel channel, boolean shared)
      throws IOException {
    Held held = files.get(file);
    if (held != null) {
      boolean joins = shared && held.isShared;
      held.holders += joins ? 1 : 0;
      return joins;
    }
    try {
      if (channel.tryLock(0, Long.MAX_VALUE, shared) == null) {
        return false;
      }
    } catch (OverlappingFileLockException e) {
      return false;
    }
    files.put(file, new Held(shared));
    return true;
  }

  /// True if this program holds a lock that nobody shares.
  synchronized boolean holds(Object file) {
    Held held = files.get(file);
    return held != null && !held.isShared;
  }

  /// Closes a channel, now or when the last lock on its file is given back.
  ///
  /// @param isHolder true if the channel was given a lock, which it gives back
  synchronized void close(Object file, FileChannel channel, boolean isHolder) throws IOException {
    Held held = files.get(file);
    if (held == null) {
      channel.close();
      return;
    }
    held.closing.add(channel);
    if (isHolder && --held.holders == 0) {
      files.remove(file);
      closeAll(held.closing);
    }
  }

  private static void closeAll(List<FileChannel> channels) throws IOException {
    IOException failure = null;
    for (FileChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
