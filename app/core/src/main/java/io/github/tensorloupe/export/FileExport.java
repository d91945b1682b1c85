package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestText;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes texts, manifests, and ranges of open files.
public final class FileExport {

  private static final int BUFFER_BYTES = 1 << 16;

  private FileExport() {}

  /// Finds out whether a file could be written to a place, before its content is known.
  ///
  /// @throws IOException if nothing can be written there
  public static void check(Path file, boolean replaces, Collection<Path> sources)
      throws IOException {
    ExportTarget.of(file, Giving.of(replaces), sources);
  }

  /// Writes a text as UTF-8.
  public static void writeText(Path file, String text, boolean replaces, Collection<Path> sources)
      throws IOException {
    ExportTarget target = ExportTarget.of(file, Giving.of(replaces), sources);
    Draft.Writing<Path> writing =
        draft -> {
          draft.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
          return file;
        };
    Draft.write(FileOperations.ofThisComputer(), target, Cancellation.NEVER, writing);
  }

  /// Writes a manifest.
  ///
  /// @param files every step on the disk
  /// @param cancellation asked before the file gets its name
  /// @return how many bytes were written
  public static long writeManifest(
      FileOperations files,
      Manifest manifest,
      Path file,
      boolean replaces,
      Collection<Path> sources,
      Cancellation cancellation)
      throws IOException {
    ExportTarget target = ExportTarget.of(file, Giving.of(replaces), sources);
    Draft.Writing<Long> writing =
        draft -> {
          OutputStream out = new BufferedOutputStream(draft.stream(), BUFFER_BYTES);
          ManifestText.write(manifest, out);
          out.flush();
          return draft.byteCount();
        };
    return Draft.write(files, target, cancellation, writing);
  }

  /// Writes bytes of an open file, in place of what is at the path.
  ///
  /// @param open files that are open, besides the source
  /// @param progress reported in bytes
  public static void writeRange(
      FileBytes source,
      ByteRange range,
      Path file,
      Collection<Path> open,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<Path> sources = new ArrayList<>(open);
    sources.add(source.path());
    ExportTarget target = ExportTarget.of(file, Giving.FILES, sources);
    Draft.Writing<Path> writing =
        draft -> {
          draft.copy(source, range, progress);
          draft.finish();
          source.requireUnchanged();
          return file;
        };
    Draft.write(FileOperations.ofThisComputer(), target, cancellation, writing);
  }
}
