package io.github.tensorloupe.save;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/// The words in which saving speaks of files and failures.
final class SaveSentences {

  static final String NO_MEMORY = "there is not enough memory; allow more with -Xmx";
  static final String UNCHANGED = "The file on disk is unchanged.";

  private SaveSentences() {}

  /// A path as it is shown.
  static String path(Path path) {
    return PathText.of(path.toString());
  }

  /// Any other name from outside.
  static String name(String name) {
    return DisplayText.of(name);
  }

  /// A number of bytes.
  static String bytes(long byteCount) {
    return String.format(Locale.ROOT, byteCount == 1 ? "%,d byte" : "%,d bytes", byteCount);
  }

  /// What went wrong, without a full stop.
  static String reason(Throwable failure) {
    return switch (failure) {
      case AccessDeniedException e -> "no permission for " + PathText.of(e.getFile());
      case NoSuchFileException e -> "there is no file " + PathText.of(e.getFile());
      case FileSystemException e when e.getReason() != null ->
          "%s (%s)".formatted(PathText.of(e.getReason()), PathText.of(e.getFile()));
      default ->
          failure.getMessage() == null
              ? failure.getClass().getSimpleName()
              : PathText.of(failure.getMessage());
    };
  }

  /// A failure that left the file as it was.
  static SaveException unchanged(Path target, String why, Throwable cause) {
    return new SaveException(
        "%s was not saved: %s. %s".formatted(path(target), why, UNCHANGED), true, cause);
  }

  /// A failure of the system that left the file as it was.
  static SaveException unchanged(Path target, IOException failure) {
    return unchanged(target, reason(failure), failure);
  }
}
