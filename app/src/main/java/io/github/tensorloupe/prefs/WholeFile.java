package io.github.tensorloupe.prefs;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.WriteFailures;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes files that are there as a whole or not at all, for their owner only.
public final class WholeFile {

  /// Fills a file.
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private WholeFile() {}

  /// Writes a file in place of what is at the path; behind a link, of what it leads to.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and what was there still is
  public static void write(Path file, Content content) throws IOException {
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file;
      Path draft = Files.createTempFile(target.getParent(), "draft", ".part");
      try {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
          content.writeTo(out);
        }
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }
}
