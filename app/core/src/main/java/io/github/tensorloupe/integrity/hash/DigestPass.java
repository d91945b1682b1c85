package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Computes several digests of a file in a single pass. The calling thread reads ahead, and each
/// digest is updated on a pool thread. Memory use is a few blocks, regardless of the file length.
public final class DigestPass {

  /// The size of a block. Digesting a block takes about a millisecond, so that cancellation is
  /// immediate.
  static final int BLOCK_BYTES = 1 << 20;

  /// The maximum number of blocks in memory, so that a slow digest does not immediately block the
  /// reader.
  private static final int BLOCK_COUNT = 6;

  private DigestPass() {}

  /// Computes digests of a file. Blocks the calling thread.
  ///
  /// @param file an open file, which may be refused or not a safetensors file
  /// @param cancellation checked before each block of 1 MiB
  /// @param progress reported in bytes read; the total is the file length, or the data buffer
  ///   length if only its digest is wanted
  /// @return the digests in lowercase hex, except digests that are undefined for the file
  /// @throws io.github.tensorloupe.model.FileChangedException if the file changed since it was
  ///   opened
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
        (each, digest) -> results.put(each, HexFormat.of().formatHex(digest.digest.digest())));
    return results;
  }

  /// Computes the SHA-256 of the data buffer, which the metadata stores as `sshs_model_hash` and
  /// `modelspec.hash_sha256`.
  ///
  /// @return 64 digits of lowercase hex
  /// @throws FileSystemException if the file has no data buffer
  public static String ofData(TensorFile file, Cancellation cancellation, Progress progress)
      throws IOException {
    Set<Digested> wanted = Set.of(Digested.DATA_SHA256);
    String digest = of(file, wanted, cancellation, progress).get(Digested.DATA_SHA256);
    if (digest == null) {
      String reason = "its header does not end inside the file, so it has no data to hash";
      throw new FileSystemException(file.path().toString(), null, reason);
    }
    return digest;
  }

  private static void run(
      ByteSource file, List<RangeDigest> digests, Cancellation cancellation, Progress progress)
      throws IOException {
    long begin = digests.stream().mapToLong(each -> each.range.begin()).min().orElse(0);
    long end = digests.stream().mapToLong(each -> each.range.end()).max().orElse(0);
    progress.report(0, end - begin);
    Queue<byte[]> blocks = new ConcurrentLinkedQueue<>();
    Semaphore free = new Semaphore(BLOCK_COUNT);
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, digests.size()),
            Thread.ofPlatform().daemon().name("tensorloupe-digest-", 0).factory())) {
      int blockBytes = (int) Math.min(BLOCK_BYTES, end - begin);
      // Digests small files on the calling thread.
      Executor executor = end - begin <= BLOCK_BYTES ? Runnable::run : threads;
      for (long at = begin; at < end; at += BLOCK_BYTES) {
        cancellation.check();
        // Cancellation never interrupts threads.
        free.acquireUninterruptibly();
        byte[] block = Objects.requireNonNullElseGet(blocks.poll(), () -> new byte[blockBytes]);
        long blockBegin = at;
        int length = (int) Math.min(BLOCK_BYTES, end - at);
        file.read(at, ByteBuffer.wrap(block, 0, length));
        digests.forEach(digest -> digest.add(block, blockBegin, length, executor));
        allOf(digests)
            .whenComplete(
                (_, _) -> {
                  blocks.add(block);
                  free.release();
                });
        progress.report(at + length - begin, end - begin);
      }
      allOf(digests).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private static CompletableFuture<Void> allOf(List<RangeDigest> digests) {
    return CompletableFuture.allOf(
        digests.stream().map(digest -> digest.done).toArray(CompletableFuture[]::new));
  }

  private static final class RangeDigest {

    private final ByteRange range;
    private final MessageDigest digest;
    private CompletableFuture<Void> done = CompletableFuture.completedFuture(null);

    RangeDigest(ByteRange range, MessageDigest digest) {
      this.range = range;
      this.digest = digest;
    }

    /// Digests the part of a block that is in the range, after all previous blocks. The block has
    /// `length` valid bytes, which begin at the file offset `blockBegin`.
    void add(byte[] block, long blockBegin, int length, Executor executor) {
      int begin = Math.clamp(range.begin() - blockBegin, 0, length);
      int end = Math.clamp(range.end() - blockBegin, begin, length);
      done = done.thenRunAsync(() -> digest.update(block, begin, end - begin), executor);
    }
  }
}
