package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes a range of an open file to a file of its own.
///
/// @param source the open file
/// @param range inside it
public record RangeFile(FileBytes source, ByteRange range) {

  /// Writes the bytes, in place of what is at the path.
  ///
  /// @param open files that are open, besides the source
  /// @param progress reported in bytes
  public void write(Path file, Collection<Path> open, Cancellation cancellation, Progress progress)
      throws IOException {
    List<Path> sources = new ArrayList<>(open);
    sources.add(source.path());
    Draft.write(
        FileOperations.ofThisComputer(),
        ExportTarget.of(file, Giving.FILES, sources),
        cancellation,
        draft -> {
          draft.copy(source, range, cancellation, progress);
          draft.finish();
          source.requireUnchanged();
          return file;
        });
  }
}
