package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestText;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;

/// Writes manifests.
///
/// @param files every step that writing takes on the disk
public record ManifestExport(FileOperations files) {

  private static final int BUFFER_BYTES = 1 << 16;

  /// Finds out whether a manifest could be written to a place, before its tensors are read.
  ///
  /// @throws IOException if nothing can be written there
  public static void check(Path path, boolean replaces, Collection<Path> sources)
      throws IOException {
    ExportTarget.of(path, Giving.of(replaces), sources);
  }

  /// Writes a manifest.
  ///
  /// @param cancellation asked before the file gets its name
  /// @return how many bytes were written
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
