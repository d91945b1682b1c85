package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;

/// Writes text files that are there as a whole or not at all.
public final class TextWriter {

  private TextWriter() {}

  /// Writes a file. Blocks the calling thread.
  ///
  /// @param text written as UTF-8
  /// @param replaces true if a file that is there is replaced, and behind a link the file that it
  ///   leads to
  /// @param sources files that are being read or are open; none of them is ever written to
  /// @throws FileAlreadyExistsException if there is something at the path and it is not replaced
  /// @throws IOException if writing fails; the message is a sentence, and what was there still is
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
