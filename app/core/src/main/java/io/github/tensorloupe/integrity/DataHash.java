package io.github.tensorloupe.integrity;

import module java.base;

import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.integrity.hash.Digested;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The SHA-256 of a file's data buffer: of all bytes behind the header, to the end of the file.
///
/// Metadata keep it as `sshs_model_hash` and `modelspec.hash_sha256`.
public final class DataHash {

  private DataHash() {}

  /// Reads the whole data buffer and gives its hash in lower-case hex. Blocks the calling thread;
  /// keeps a few blocks in memory, whatever the length of the file.
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
    Set<Digested> wanted = Set.of(Digested.DATA_SHA256);
    return DigestPass.of(file, wanted, cancellation, progress).values().stream()
        .findFirst()
        .orElseThrow(
            () ->
                new FileSystemException(
                    file.path().toString(),
                    null,
                    "its header does not end inside the file, so that there are no data to hash"));
  }
}
