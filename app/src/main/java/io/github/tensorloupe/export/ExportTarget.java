package io.github.tensorloupe.export;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.WriteFailures;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;

/// The place that a file is to be written to, looked at before anything is written.
///
/// @param asked the path as it was asked for
/// @param path the same without links: where the file is made or replaced
/// @param replaces whether a file that is there gives way
record ExportTarget(Path asked, Path path, boolean replaces) {

  /// Looks at a place.
  ///
  /// @param sources files that are being read; none of them is ever written to
  /// @throws FileAlreadyExistsException if there is something and it does not give way
  /// @throws IOException if nothing can be written there; the message is a sentence
  static ExportTarget of(Path asked, boolean replaces, Collection<Path> sources)
      throws IOException {
    // Told first: it would be so with leave to replace as well.
    requireNoSource(asked, sources);
    try {
      if (Files.exists(asked) && !Files.isRegularFile(asked)) {
        throw new FileSystemException(asked.toString(), null, "it is no ordinary file");
      }
      if (!replaces && Files.exists(asked, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(asked.toString());
      }
      Path path = Files.exists(asked) ? asked.toRealPath() : asked.toAbsolutePath();
      requireFolder(path.getParent());
      return new ExportTarget(asked, path, replaces);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(asked), e);
    }
  }

  private static void requireNoSource(Path asked, Collection<Path> sources) throws IOException {
    for (Path source : sources) {
      if (Files.exists(asked) && Files.exists(source) && Files.isSameFile(asked, source)) {
        throw new IOException(
            "%s cannot be written: it is the file that is being read, %s; nothing was changed."
                .formatted(PathText.of(asked), PathText.of(source)));
      }
    }
  }

  /// Asked before, since nobody knows the name of the draft that could not be made.
  private static void requireFolder(Path folder) throws IOException {
    if (folder == null || !Files.isDirectory(folder)) {
      throw new FileSystemException(String.valueOf(folder), null, "there is no such folder");
    }
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }
}
