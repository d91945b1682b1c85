package io.github.tensorloupe.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;

/// Writes text files that are there as a whole or not at all.
public final class TextWriter {

  private TextWriter() {}

  /// Writes a file. Blocks the calling thread.
  ///
  /// @param text written as UTF-8
  /// @param replaces whether a file that is there is replaced, and behind a link the file that it
  ///   leads to
  /// @throws FileAlreadyExistsException if there is something at the path and it is not replaced
  /// @throws IOException if writing fails; the message is a sentence, and what was there still is
  public static void write(Path file, String text, boolean replaces) throws IOException {
    ExportTarget target = ExportTarget.of(file, replaces, List.of());
    try (Draft draft = new Draft(ExportFiles.ofThisComputer(), target)) {
      draft.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      draft.finish();
      draft.move();
    }
  }
}
