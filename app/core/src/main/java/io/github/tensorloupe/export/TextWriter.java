package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;

/// Writes text files.
public final class TextWriter {

  private TextWriter() {}

  /// Writes a file.
  ///
  /// @param text written as UTF-8
  public static void write(Path file, String text, boolean replaces, Collection<Path> sources)
      throws IOException {
    ExportTarget target = ExportTarget.of(file, Giving.of(replaces), sources);
    Draft.write(
        FileOperations.ofThisComputer(),
        target,
        Cancellation.NEVER,
        draft -> {
          draft.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
          return file;
        });
  }
}
