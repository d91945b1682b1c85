package io.github.tensorloupe.export;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.WriteFailures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

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
    if (!replaces && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    try {
      requireFile(file);
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      requireFolder(target.getParent());
      write(target, text.getBytes(StandardCharsets.UTF_8), replaces);
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(file.toString());
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  private static void requireFile(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FileSystemException(file.toString(), null, "it is no ordinary file");
    }
  }

  /// Asked before, since nobody knows the name of the draft that could not be made.
  private static void requireFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new FileSystemException(folder.toString(), null, "there is no such folder");
    }
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }

  private static void write(Path target, byte[] bytes, boolean replaces) throws IOException {
    // Not a file made as temporary: nobody else could read it.
    Path draft =
        target.resolveSibling(".%s.%x.part".formatted(target.getFileName(), System.nanoTime()));
    try {
      fill(draft, bytes);
      if (replaces) {
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.move(draft, target);
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void fill(Path draft, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
  }
}
