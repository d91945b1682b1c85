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

/// Hashes many pieces of files on several threads, each piece on one. The threads live as long as a
/// call, and each keeps one block in memory.
public final class ContentHashing {

  /// Stays in the cache next to the processor between being read and being hashed.
  private static final int BLOCK_BYTES = 1 << 18;

  private final List<Extent> extents;
  private final Content[] contents;
  private final AtomicInteger next = new AtomicInteger();
  private final ParallelWork workers;
  private final ReadProgress read;

  private ContentHashing(List<Extent> extents, Cancellation cancellation, Progress progress) {
    this.extents = extents;
    this.contents = new Content[extents.size()];
    this.workers = new ParallelWork(cancellation);
    this.read = new ReadProgress(extents.stream().mapToLong(Extent::byteCount).sum(), progress);
  }

  /// Reads all pieces. Returns when all threads have ended, whatever the outcome.
  ///
  /// @param extents begun in this order, which had best be that of the bytes on the disk
  /// @param threadCount how many threads read, the calling one among them, at least 1
  /// @param cancellation asked before each block
  /// @param progress reported after each block, in bytes
  /// @return of each piece its hash or failure
  /// @throws SentenceException if the pieces have many times the bytes of the files
  /// @throws FileChangedException if a file changed since it was opened
  /// @throws FileClosedException if a file is closed meanwhile
  public static List<Content> of(
      List<Extent> extents, int threadCount, Cancellation cancellation, Progress progress)
      throws IOException {
    Set<ByteSource> files = extents.stream().map(Extent::file).collect(Collectors.toSet());
    // Tensors of valid files do not overlap.
    double most = (64 << 20) + 4 * files.stream().mapToDouble(ByteSource::length).sum();
    if (extents.stream().mapToDouble(Extent::byteCount).sum() > most) {
      throw new SentenceException(
          "The tensors overlap: they have many times the bytes of the files.");
    }
    ContentHashing hashing = new ContentHashing(extents, cancellation, progress);
    hashing.workers.run(Math.clamp(extents.size(), 1, threadCount), hashing::hashInTurn);
    for (ByteSource file : files) {
      file.requireUnchanged();
    }
    return Arrays.asList(hashing.contents);
  }

  private void hashInTurn() throws IOException {
    MessageDigest digest = Sha256.digest();
    ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    for (int i = next.getAndIncrement(); i < contents.length; i = next.getAndIncrement()) {
      workers.check();
      contents[i] = content(extents.get(i), digest, block);
    }
  }

  private Content content(Extent extent, MessageDigest digest, ByteBuffer block)
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
