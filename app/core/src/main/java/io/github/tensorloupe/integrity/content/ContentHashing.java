package io.github.tensorloupe.integrity.content;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Hashes extents on several threads, each extent on a single thread. Each thread needs one block
/// of memory and ends with the call.
public final class ContentHashing {

  /// The maximum size of a block. Small enough to stay in the processor cache between reading and
  /// hashing.
  private static final int BLOCK_BYTES = 1 << 18;

  private ContentHashing() {}

  /// Hashes all extents. Returns or throws after all threads have ended.
  ///
  /// @param extents the extents in processing order, preferably the order of the bytes on disk
  /// @param threadCount the number of threads, including the calling thread; at least 1
  /// @param cancellation checked before each block
  /// @param progress reported after each block, in bytes
  /// @return the hash or the read failure of each extent, in the order of the extents
  /// @throws SentenceException if the total size of the extents is many times that of the files
  /// @throws FileChangedException if a file changed since it was opened
  /// @throws FileClosedException if a file is closed during the call
  public static List<Content> of(
      List<Extent> extents, int threadCount, Cancellation cancellation, Progress progress)
      throws IOException {
    Set<ByteSource> files = extents.stream().map(Extent::file).collect(Collectors.toSet());
    // Tensors overlap only in crafted files, which could otherwise cause endless hashing.
    double maxByteCount = (64 << 20) + 4 * files.stream().mapToDouble(ByteSource::length).sum();
    if (extents.stream().mapToDouble(Extent::byteCount).sum() > maxByteCount) {
      throw new SentenceException(
          "The tensors overlap: their total size is many times the size of the files.");
    }
    Content[] contents = new Content[extents.size()];
    long total = extents.stream().mapToLong(Extent::byteCount).sum();
    ReadProgress readProgress = new ReadProgress(total, progress);
    ParallelWork workers = new ParallelWork(cancellation);
    workers.forEach(
        extents.size(),
        threadCount,
        Progress.NONE,
        () -> {
          MessageDigest digest = Sha256.digest();
          ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK_BYTES, total));
          return i -> contents[i] = content(extents.get(i), digest, block, workers, readProgress);
        });
    for (ByteSource file : files) {
      file.requireUnchanged();
    }
    return Arrays.asList(contents);
  }

  /// Returns the SHA-256 of an extent in lowercase hex. See [#of] for cancellation and exceptions.
  public static String sha256(Extent extent, Cancellation cancellation) throws IOException {
    return of(List.of(extent), 1, cancellation, Progress.NONE).getFirst().hash().hex();
  }

  private static Content content(
      Extent extent,
      MessageDigest digest,
      ByteBuffer block,
      ParallelWork workers,
      ReadProgress read)
      throws IOException {
    long done = 0;
    try {
      for (ByteRange range : extent.ranges()) {
        for (long at = range.begin(); at < range.end(); at += block.limit()) {
          workers.check();
          block.clear().limit((int) Math.min(BLOCK_BYTES, range.end() - at));
          extent.file().read(at, block);
          digest.update(block.flip());
          done += block.limit();
          read.add(block.limit());
        }
      }
      return ContentHash.of(digest.digest());
    } catch (FileClosedException | FileChangedException e) {
      throw e;
    } catch (IOException e) {
      digest.reset();
      read.add(extent.byteCount() - done);
      return new Content.Unread(e);
    }
  }
}
