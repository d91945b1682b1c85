package io.github.tensorloupe.integrity;

import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.security.MessageDigest;
import java.util.HexFormat;

/// The SHA-256 of a file's data buffer: of all bytes behind the header, to the end of the file.
///
/// Metadata keep it as `sshs_model_hash` and `modelspec.hash_sha256`.
public final class DataHash {

  /// Takes a few milliseconds, so that a cancelled computation stops at once.
  private static final int BLOCK_BYTES = 1 << 20;

  private DataHash() {}

  /// Reads the whole data buffer and gives its hash in lower-case hex. Blocks the calling thread;
  /// keeps one block in memory, whatever the length of the file.
  ///
  /// @param file an open file
  /// @param cancellation asked before each block
  /// @param progress in bytes of the data buffer
  /// @throws java.nio.file.FileSystemException if the header does not end inside the file, so that
  ///   there is no data buffer
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static String sha256(TensorFile file, Cancellation cancellation, Progress progress)
      throws IOException {
    long dataStart = dataStart(file);
    long dataLength = file.bytes().length() - dataStart;
    MessageDigest digest = Sha256.digest();
    ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK_BYTES, dataLength));
    progress.report(0, dataLength);
    for (long done = 0; done < dataLength; done += block.limit()) {
      cancellation.check();
      block.clear().limit((int) Math.min(BLOCK_BYTES, dataLength - done));
      file.bytes().read(dataStart + done, block);
      digest.update(block.flip());
      progress.report(done + block.limit(), dataLength);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static long dataStart(TensorFile file) throws FileSystemException {
    return file.reading()
        .dataStart()
        .orElseThrow(
            () ->
                new FileSystemException(
                    file.path().toString(),
                    null,
                    "its header does not end inside the file, so that there are no data to hash"));
  }
}
