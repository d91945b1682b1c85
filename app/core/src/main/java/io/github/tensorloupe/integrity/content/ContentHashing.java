package io.github.tensorloupe.integrity.content;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Hashes many pieces of files on several threads, each piece on one. Immutable and thread-safe;
/// the threads live as long as a call, and each keeps one block in memory.
///
/// @param threadCount how many threads read, the calling one among them, at least 1
public record ContentHashing(int threadCount) {

  /// Stays in the cache next to the processor between being read and being hashed.
  private static final int BLOCK_BYTES = 1 << 18;

  /// Receives what came of each piece, on any of the threads, also at the same time.
  public interface Results {

    /// Takes a hash.
    ///
    /// @param index of the piece in the list
    void hashed(int index, ContentHash hash);

    /// Takes what kept a piece from being read.
    ///
    /// @throws IOException to end the whole work with it
    default void failed(int index, IOException failure) throws IOException {
      throw failure;
    }
  }

  public ContentHashing {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
  }

  /// On all processors.
  public static ContentHashing onAllProcessors() {
    return new ContentHashing(ParallelWork.usualThreads());
  }

  /// As on all processors, but one of several is left to others.
  public static ContentHashing besideOthers() {
    return new ContentHashing(ParallelWork.threadsBesideOthers());
  }

  /// Reads all pieces. Returns when all threads have ended, whatever the outcome.
  ///
  /// @param extents begun in this order, which had best be that of the bytes on the disk
  /// @param cancellation asked before each block
  /// @param progress reported after each block, in bytes
  /// @throws FileChangedException if a file changed since it was opened; then hashes that were
  ///   given may be of two states of it, and are not to be used
  /// @throws FileClosedException if a file is closed meanwhile
  /// @throws IOException what the results throw
  /// @throws java.util.concurrent.CancellationException if cancelled
  public void run(
      List<Extent> extents, Results results, Cancellation cancellation, Progress progress)
      throws IOException {
    ParallelWork workers = new ParallelWork(cancellation);
    long byteCount = extents.stream().mapToLong(Extent::byteCount).sum();
    ReadProgress read = new ReadProgress(byteCount, progress);
    AtomicInteger next = new AtomicInteger();
    workers.run(
        Math.clamp(extents.size(), 1, threadCount),
        () -> new Worker(workers, read).run(extents, next, results));
    for (FileBytes file : extents.stream().map(Extent::file).collect(Collectors.toSet())) {
      file.requireUnchanged();
    }
  }

  /// One of the threads.
  private static final class Worker {

    private final ParallelWork workers;
    private final ReadProgress progress;
    private final MessageDigest digest = Sha256.digest();
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);

    Worker(ParallelWork workers, ReadProgress progress) {
      this.workers = workers;
      this.progress = progress;
    }

    void run(List<Extent> extents, AtomicInteger next, Results results) throws IOException {
      for (int i = next.getAndIncrement(); i < extents.size(); i = next.getAndIncrement()) {
        workers.check();
        hash(i, extents.get(i), results);
      }
    }

    private void hash(int index, Extent extent, Results results) throws IOException {
      long done = 0;
      try {
        for (ByteRange range : extent.ranges()) {
          for (long at = range.begin(); at < range.end(); at += block.limit()) {
            workers.check();
            block.clear().limit((int) Math.min(BLOCK_BYTES, range.end() - at));
            extent.file().read(at, block);
            digest.update(block.flip());
            done += block.limit();
            progress.add(block.limit());
          }
        }
      } catch (FileClosedException | FileChangedException e) {
        throw e;
      } catch (IOException e) {
        digest.reset();
        progress.add(extent.byteCount() - done);
        results.failed(index, e);
        return;
      }
      results.hashed(index, ContentHash.of(digest.digest()));
    }
  }
}
