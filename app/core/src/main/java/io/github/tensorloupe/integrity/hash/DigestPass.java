package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Reads a file once and digests it in several ways at the same time: the calling thread reads
/// ahead, and one thread for each computation digests. Keeps a few blocks in memory, whatever the
/// length of the file.
public final class DigestPass {

  /// Takes less than a millisecond, so that a cancelled computation stops at once.
  static final int BLOCK_BYTES = 1 << 20;

  /// Enough that the reader does not wait for a digest that takes a little longer.
  private static final int BLOCK_COUNT = 6;

  private DigestPass() {}

  /// Computes digests of a file. Blocks the calling thread.
  ///
  /// @param file an open file, also one that is refused or no safetensors file at all
  /// @param wanted what to compute
  /// @param cancellation asked before each block of 1 MiB
  /// @param progress in bytes of what is read: of the whole file, or of the data buffer where
  ///   nothing else is wanted
  /// @return the digests in lower-case hex; one that is not defined for the file is left out
  /// @throws io.github.tensorloupe.model.FileChangedException if the file changed since it was
  ///   opened
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Map<Digested, String> of(
      TensorFile file, Set<Digested> wanted, Cancellation cancellation, Progress progress)
      throws IOException {
    Map<Digested, RangeDigest> digests = new EnumMap<>(Digested.class);
    for (Digested each : wanted) {
      Optional<ByteRange> range = each.rangeIn(file);
      range.ifPresent(
          bytes -> digests.put(each, new RangeDigest(bytes, each.digest(bytes.byteCount()))));
    }
    run(file.bytes(), List.copyOf(digests.values()), cancellation, progress);
    file.bytes().requireUnchanged();
    Map<Digested, String> results = new EnumMap<>(Digested.class);
    digests.forEach(
        (each, digest) -> results.put(each, HexFormat.of().formatHex(digest.digest().digest())));
    return results;
  }

  private static void run(
      FileBytes file, List<RangeDigest> digests, Cancellation cancellation, Progress progress)
      throws IOException {
    long begin = digests.stream().mapToLong(each -> each.range().begin()).min().orElse(0);
    long end = digests.stream().mapToLong(each -> each.range().end()).max().orElse(0);
    progress.report(0, end - begin);
    if (end - begin <= BLOCK_BYTES) {
      digestAtOnce(file, new ByteRange(begin, end), digests, cancellation, progress);
      return;
    }
    digestSideBySide(file, new ByteRange(begin, end), digests, cancellation, progress);
  }

  private static void digestSideBySide(
      FileBytes file,
      ByteRange range,
      List<RangeDigest> digests,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Queue<byte[]> blocks = new ConcurrentLinkedQueue<>();
    Semaphore free = new Semaphore(BLOCK_COUNT);
    List<CompletableFuture<Void>> digested =
        new ArrayList<>(
            Collections.nCopies(digests.size(), CompletableFuture.completedFuture(null)));
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            digests.size(),
            Thread.ofPlatform().daemon().name("tensorloupe-digest-", 0).factory())) {
      for (long at = range.begin(); at < range.end(); at += BLOCK_BYTES) {
        cancellation.check();
        // Computations are stopped by a flag only, never by an interrupt.
        free.acquireUninterruptibly();
        byte[] block = Objects.requireNonNullElseGet(blocks.poll(), () -> new byte[BLOCK_BYTES]);
        long begin = at;
        int length = (int) Math.min(BLOCK_BYTES, range.end() - begin);
        file.read(begin, ByteBuffer.wrap(block, 0, length));
        for (int i = 0; i < digests.size(); i++) {
          RangeDigest digest = digests.get(i);
          // Each digest goes on where it is done with the block before.
          digested.set(
              i, digested.get(i).thenRunAsync(() -> digest.update(block, begin, length), threads));
        }
        all(digested)
            .whenComplete(
                (_, _) -> {
                  blocks.add(block);
                  free.release();
                });
        progress.report(begin + length - range.begin(), range.byteCount());
      }
      all(digested).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private static CompletableFuture<Void> all(List<CompletableFuture<Void>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }

  /// A small file is not worth a thread.
  private static void digestAtOnce(
      FileBytes file,
      ByteRange range,
      List<RangeDigest> digests,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    cancellation.check();
    byte[] bytes = file.read(range.begin(), (int) range.byteCount());
    digests.forEach(each -> each.update(bytes, range.begin(), bytes.length));
    if (bytes.length > 0) {
      progress.report(bytes.length, bytes.length);
    }
  }

  /// A computation over a range of a file.
  ///
  /// @param range file offsets
  /// @param digest is given the bytes of the range in order, by one thread at a time
  private record RangeDigest(ByteRange range, MessageDigest digest) {

    /// Digests what a block has of the range.
    ///
    /// @param blockBegin file offset of the block's first byte
    /// @param length how many bytes of the block count
    void update(byte[] block, long blockBegin, int length) {
      long begin = Math.max(range.begin(), blockBegin);
      long end = Math.min(range.end(), blockBegin + length);
      if (begin < end) {
        digest.update(block, (int) (begin - blockBegin), (int) (end - begin));
      }
    }
  }
}
