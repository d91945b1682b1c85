package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Opens many files on several threads, which exist only during the call. A failure does not
/// prevent opening the other files.
final class ParallelFileOpener {

  interface Source {
    /// @param room checked before the header is read
    TensorFile open(Path path, LongPredicate room) throws IOException;
  }

  /// The result for one path: an open file, owned by the caller, or the failure.
  record Opened(Path path, Optional<TensorFile> file, Optional<Finding> failure) {}

  private ParallelFileOpener() {}

  /// Opens all files. Closes the opened files if cancelled or if an exception is thrown.
  ///
  /// @param progress reported in files
  /// @return one result per path, in the same order
  static List<Opened> open(
      List<Path> paths,
      Source source,
      LongPredicate room,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Opened[] opened = new Opened[paths.size()];
    SharedHeapRoom shared = new SharedHeapRoom(room);
    try {
      new ParallelWork(cancellation)
          .forEach(
              opened.length,
              threadsFor(paths),
              progress,
              () -> at -> opened[at] = open(paths.get(at), source, shared));
      return List.of(opened);
    } catch (IOException | RuntimeException | Error e) {
      List<TensorFile> files =
          Stream.of(opened).filter(Objects::nonNull).flatMap(each -> each.file().stream()).toList();
      try (Closeable _ = () -> Checkpoint.closeAll(files)) {
        throw e;
      }
    }
  }

  private static int threadsFor(List<Path> paths) {
    return paths.stream()
        .flatMap(path -> SourceFileSystem.of(path).stream())
        .mapToInt(SourceFileSystem::maxParallelReads)
        .findFirst()
        .orElseGet(ParallelWork::defaultThreadCount);
  }

  private static Opened open(Path path, Source source, SharedHeapRoom room) {
    long[] reserved = new long[1];
    try {
      TensorFile file = source.open(path, byteCount -> room.reserve(byteCount, reserved));
      return new Opened(path, Optional.of(file), Optional.empty());
    } catch (IOException | OutOfMemoryError e) {
      IOException cause =
          e instanceof IOException known ? known : new NotEnoughMemoryException(path);
      return new Opened(path, Optional.empty(), Optional.of(ReadFailures.finding(cause)));
    } finally {
      room.release(reserved[0]);
    }
  }

  /// The heap memory shared by threads that read headers concurrently. A header that does not fit
  /// together with the others waits; only a header that does not fit alone is rejected.
  private static final class SharedHeapRoom {

    private final LongPredicate room;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private long reservedByteCount;

    SharedHeapRoom(LongPredicate room) {
      this.room = room;
    }

    /// Reserves memory, waiting while other files occupy it. Returns false if it does not fit
    /// alone.
    ///
    /// @param reserved the number of bytes reserved for the same file; increased
    boolean reserve(long byteCount, long[] reserved) {
      lock.lock();
      try {
        while (!room.test(reservedByteCount + byteCount)) {
          if (reservedByteCount == reserved[0]) {
            return false;
          }
          released.awaitUninterruptibly();
        }
        reservedByteCount += byteCount;
        reserved[0] += byteCount;
        return true;
      } finally {
        lock.unlock();
      }
    }

    void release(long byteCount) {
      lock.lock();
      try {
        reservedByteCount -= byteCount;
        released.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /// Returns true if a header or an index occupies at most half of the free heap. The other half is
  /// required for parsing.
  static boolean fitsHalfOfFreeHeap(long byteCount) {
    if (byteCount <= freeHeapByteCount() / 2) {
      return true;
    }
    // Uncollected garbage counts as used memory.
    System.gc();
    return byteCount <= freeHeapByteCount() / 2;
  }

  private static long freeHeapByteCount() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }
}
