package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.integrity.hash.DigestThreads.RangeDigest;
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
    try (DigestThreads threads = new DigestThreads(digests)) {
      for (long at = begin; at < end; ) {
        cancellation.check();
        DigestThreads.Block block = threads.freeBlock();
        block.hold(at, (int) Math.min(BLOCK_BYTES, end - at));
        file.read(at, ByteBuffer.wrap(block.bytes(), 0, block.length()));
        threads.digest(block);
        at += block.length();
        progress.report(at - begin, end - begin);
      }
      threads.finish();
    }
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

  /// Computes one digest of a file, as [#of(TensorFile, Set, Cancellation, Progress)] does.
  ///
  /// @return the digest in lower-case hex; empty where it is not defined for the file
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Optional<String> of(
      TensorFile file, Digested wanted, Cancellation cancellation, Progress progress)
      throws IOException {
    return Optional.ofNullable(of(file, Set.of(wanted), cancellation, progress).get(wanted));
  }
}
