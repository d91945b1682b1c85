package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestText;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;

/// Writes manifests, each as a whole or not at all.
///
/// @param files every step that writing takes on the disk
public record ManifestExport(FileOperations files) {

  private static final int BUFFER_BYTES = 1 << 16;

  /// Finds out whether a manifest could be written to a place, before its tensors are read.
  ///
  /// @param replaces true if a file that is there gives way
  /// @param sources files that must not be written to
  /// @throws java.nio.file.FileAlreadyExistsException if there is something and it does not give
  ///   way
  /// @throws IOException if nothing can be written there; the message is a sentence
  public static void check(Path path, boolean replaces, Collection<Path> sources)
      throws IOException {
    ExportTarget.of(path, Giving.of(replaces), sources);
  }

  /// Writes a manifest. Blocks the calling thread.
  ///
  /// @param replaces true if a file that is there gives way; behind a link, what it leads to
  /// @param sources files that must not be written to
  /// @param cancellation asked before the file gets its name
  /// @return how many bytes were written
  /// @throws java.nio.file.FileAlreadyExistsException if there is something and it does not give
  ///   way
  /// @throws IOException if writing fails; the message is a sentence, and what was there still is
  /// @throws java.util.concurrent.CancellationException if cancelled; what was there still is
  public long write(
      Manifest manifest,
      Path path,
      boolean replaces,
      Collection<Path> sources,
      Cancellation cancellation)
      throws IOException {
    ExportTarget target = ExportTarget.of(path, Giving.of(replaces), sources);
    return Draft.write(
        files,
        target,
        cancellation,
        draft -> {
          OutputStream out = new BufferedOutputStream(draft.stream(), BUFFER_BYTES);
          ManifestText.write(manifest, out);
          out.flush();
          return draft.byteCount();
        });
  }
}
