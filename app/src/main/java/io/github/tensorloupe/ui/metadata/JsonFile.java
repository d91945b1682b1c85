package io.github.tensorloupe.ui.metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes a text file that is there as a whole or not at all.
final class JsonFile {

  private JsonFile() {}

  /// Writes a text as UTF-8. A file of this name is replaced when all is written.
  ///
  /// @throws IOException if it cannot be written; what was there is unchanged then
  static void write(Path file, String text) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path written = Files.createTempFile(folder, ".tensorloupe-", ".json");
    try {
      Files.writeString(written, text);
      Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(written);
      throw e;
    }
  }
}
