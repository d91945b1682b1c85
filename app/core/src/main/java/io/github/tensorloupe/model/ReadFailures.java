package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Turns a failure to read into a finding with a sentence for a person.
public final class ReadFailures {

  static final String UNREADABLE = "{0} cannot be read: {1}.";

  private ReadFailures() {}

  /// The finding for a failure to open or read a file. Nothing was written in any of these cases.
  public static Finding finding(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e -> Finding.of(FindingCode.NOT_FOUND, missing(e));
      case AccessDeniedException e ->
          Finding.of(
              FindingCode.NO_PERMISSION,
              Sentence.of("You have no permission to read {0}.", fileOf(e)));
      case FileChangedException e -> Finding.of(FindingCode.FILE_CHANGED, e.sentence());
      case NotEnoughMemoryException e -> Finding.of(FindingCode.NOT_ENOUGH_MEMORY, e.sentence());
      case SentenceException e -> Finding.of(FindingCode.READ_FAILED, e.sentence());
      case FileSystemException e ->
          Finding.of(
              FindingCode.READ_FAILED,
              Sentence.of(UNREADABLE, fileOf(e), reasonOf(e, e.getReason())));
      default ->
          Finding.of(
              FindingCode.READ_FAILED,
              Sentence.of("Reading failed: {0}.", reasonOf(failure, failure.getMessage())));
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
  private static Sentence missing(NoSuchFileException failure) {
    try {
      if (failure.getFile() != null && Files.isSymbolicLink(Path.of(failure.getFile()))) {
        return Sentence.of("{0} is a link to a file that does not exist.", fileOf(failure));
      }
    } catch (InvalidPathException e) {
      // Then it is no link either.
    }
    Sentence sentence = Sentence.of("There is no file {0}.", fileOf(failure));
    return failure.getFile() != null && failure.getFile().contains("\uFFFD")
        ? sentence.then(
            Sentence.of(
                "A file whose name is not UTF-8 cannot be named to a program; the folder that it"
                    + " is in can be opened."))
        : sentence;
  }

  private static Object fileOf(FileSystemException failure) {
    return failure.getFile() == null ? Sentence.of("the file") : PathText.of(failure.getFile());
  }

  /// Reasons of this program and the usual ones of the system are known to translations as they
  /// stand.
  private static Sentence reasonOf(IOException failure, String reason) {
    return Sentence.of(reason == null ? failure.getClass().getSimpleName() : PathText.of(reason));
  }
}
