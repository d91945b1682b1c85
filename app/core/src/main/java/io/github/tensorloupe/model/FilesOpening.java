package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Opens many files on several threads, which live as long as a call. A file that cannot be read
/// does not keep the others from being opened.
final class FilesOpening {

  interface Source {
    /// @param room is asked before the header is read
    TensorFile open(Path path, HeapRoom room) throws IOException;
  }

  /// A file, owned by whoever asked for it, or why there is none.
  record Opened(Path path, Optional<TensorFile> file, Optional<Finding> failure) {}

  private FilesOpening() {}

  /// Opens all files. If that does not come to its end, those that were opened are closed.
  ///
  /// @param progress in files
  /// @return one for each path, in the same order
  static List<Opened> open(
      List<Path> paths, Source source, HeapRoom room, Cancellation cancellation, Progress progress)
      throws IOException {
    Opened[] opened = new Opened[paths.size()];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    SharedHeapRoom shared = new SharedHeapRoom(room);
    ParallelWork threads = new ParallelWork(cancellation);
    try {
      threads.run(
          Math.min(paths.size(), threadsFor(paths)),
          () -> {
            for (int at = next.getAndIncrement(); at < opened.length; at = next.getAndIncrement()) {
              threads.check();
              opened[at] = open(paths.get(at), source, shared);
              synchronized (done) {
                progress.report(done.incrementAndGet(), opened.length);
              }
            }
          });
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
    int usual = ParallelWork.usualThreads();
    return paths.stream()
        .flatMap(path -> SourceFileSystem.of(path).stream())
        .mapToInt(SourceFileSystem::parallelReads)
        .findFirst()
        .orElse(usual);
  }

  private static Opened open(Path path, Source source, SharedHeapRoom room) {
    try (SharedHeapRoom.Share share = room.new Share()) {
      return new Opened(path, Optional.of(source.open(path, share)), Optional.empty());
    } catch (IOException | OutOfMemoryError e) {
      IOException cause =
          e instanceof IOException known ? known : new NotEnoughMemoryException(path);
      return new Opened(path, Optional.empty(), Optional.of(ReadFailures.finding(cause)));
    }
  }

  /// Room in the heap for several threads that read headers side by side. A header for which there
  /// is no room beside the others waits for them; only one that does not fit alone is turned away.
  private static final class SharedHeapRoom {

    private final HeapRoom room;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition givenBack = lock.newCondition();
    private long takenByteCount;

    SharedHeapRoom(HeapRoom room) {
      this.room = room;
    }

    /// The share of one file until it is read: remembers what was taken and gives it back when it
    /// is closed. For one thread.
    final class Share implements HeapRoom, AutoCloseable {

      private long ownByteCount;

      /// Takes the room if it fits; waits while others have what would be needed.
      @Override
      public boolean fits(long byteCount) {
        lock.lock();
        try {
          while (!room.fits(takenByteCount + byteCount)) {
            if (takenByteCount == ownByteCount) {
              return false;
            }
            givenBack.awaitUninterruptibly();
          }
          takenByteCount += byteCount;
          ownByteCount += byteCount;
          return true;
        } finally {
          lock.unlock();
        }
      }

      @Override
      public void close() {
        lock.lock();
        try {
          takenByteCount -= ownByteCount;
          ownByteCount = 0;
          givenBack.signalAll();
        } finally {
          lock.unlock();
        }
      }
    }
  }

  /// Says whether there is room in the heap for as many bytes as a file asks for.
  interface HeapRoom {

    boolean fits(long byteCount);

    /// True if they are half of what is left of this process's heap at most: what is read is
    /// parsed, which takes room as well.
    static boolean fitsHalfOfTheRest(long byteCount) {
      if (byteCount <= restByteCount() / 2) {
        return true;
      }
      // What is left does not count the garbage, which may be nearly everything.
      System.gc();
      return byteCount <= restByteCount() / 2;
    }

    private static long restByteCount() {
      Runtime runtime = Runtime.getRuntime();
      return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    }
  }
}
