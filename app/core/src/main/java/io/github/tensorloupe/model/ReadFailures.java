package io.github.tensorloupe.model;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/// Turns a failure to read into a finding with a sentence for a person.
public final class ReadFailures {

  private ReadFailures() {}

  /// The finding for a failure to open or read a file. Nothing was written in any of these cases.
  public static Finding finding(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e ->
          Finding.of(
              FindingCode.NOT_FOUND,
              isLink(e)
                  ? "%s is a link to a file that is not there.".formatted(fileOf(e))
                  : missing(e));
      case AccessDeniedException e ->
          Finding.of(
              FindingCode.NO_PERMISSION, "You have no permission to read %s.".formatted(fileOf(e)));
      case SentenceException e -> Finding.of(FindingCode.READ_FAILED, e.getMessage());
      case FileChangedException e -> Finding.of(FindingCode.FILE_CHANGED, e.getMessage() + ".");
      case FileClosedException e -> Finding.of(FindingCode.READ_FAILED, e.getMessage() + ".");
      case NotEnoughMemoryException e ->
          Finding.of(FindingCode.NOT_ENOUGH_MEMORY, e.getMessage() + ".");
      case FileSystemException e ->
          Finding.of(
              FindingCode.READ_FAILED,
              "%s cannot be read: %s.".formatted(fileOf(e), reasonOf(e, e.getReason())));
      default ->
          Finding.of(
              FindingCode.READ_FAILED,
              "Reading failed: %s.".formatted(reasonOf(failure, failure.getMessage())));
    };
  }

  /// A failure of the system, which names no file, as one of a file.
  public static FileSystemException withPath(Path path, IOException cause) {
    String reason =
        Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    FileSystemException failure = new FileSystemException(path.toString(), null, reason);
    failure.initCause(cause);
    return failure;
  }

  /// Bytes of a name that are not in the encoding of file names become replacement characters where
  /// a program is given it, but not where it looks into the folder itself.
  private static String missing(NoSuchFileException failure) {
    String sentence = "There is no file %s.".formatted(fileOf(failure));
    return failure.getFile() != null && failure.getFile().contains("\uFFFD")
        ? sentence
            + " A file whose name is not UTF-8 cannot be named to a program; the folder that it is"
            + " in can be opened."
        : sentence;
  }

  private static boolean isLink(NoSuchFileException failure) {
    try {
      return Files.isSymbolicLink(Path.of(failure.getFile()));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String fileOf(FileSystemException failure) {
    return failure.getFile() == null ? "the file" : PathText.of(failure.getFile());
  }

  private static String reasonOf(IOException failure, String reason) {
    return reason == null ? failure.getClass().getSimpleName() : PathText.of(reason);
  }
}
