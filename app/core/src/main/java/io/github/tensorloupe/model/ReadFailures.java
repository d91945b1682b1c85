package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Conversions of read failures to findings with messages for users.
public final class ReadFailures {

  static final String UNREADABLE = "{0} cannot be read: {1}.";

  private ReadFailures() {}

  /// Returns the finding for a failure to open or read a file. Must not be used for write failures.
  public static Finding finding(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e -> Finding.of(FindingCode.NOT_FOUND, missing(e));
      case AccessDeniedException e ->
          Finding.of(
              FindingCode.NO_PERMISSION,
              Sentence.of("You have no permission to read {0}.", PathText.ofFile(e)));
      case FileChangedException e -> Finding.of(FindingCode.FILE_CHANGED, e.sentence());
      case NotEnoughMemoryException e -> Finding.of(FindingCode.NOT_ENOUGH_MEMORY, e.sentence());
      case SentenceException e -> Finding.of(FindingCode.READ_FAILED, e.sentence());
      case FileSystemException e ->
          Finding.of(
              FindingCode.READ_FAILED,
              Sentence.of(UNREADABLE, PathText.ofFile(e), reasonOf(e, e.getReason())));
      default ->
          Finding.of(
              FindingCode.READ_FAILED,
              Sentence.of("Reading failed: {0}.", reasonOf(failure, failure.getMessage())));
    };
  }

  /// Throws an exception with the sentence of a failure and another sentence. Returns if the
  /// failure is neither an [IOException] nor a [CancellationException].
  public static void rethrow(Throwable failure, Sentence more) throws SentenceException {
    if (failure instanceof IOException e) {
      throw new SentenceException(finding(e).sentence().then(more), e);
    }
    if (failure instanceof CancellationException) {
      throw new SentenceException(Sentence.of("It was canceled.").then(more));
    }
  }

  /// Adds the path to an exception of the operating system that has none.
  public static FileSystemException withPath(Path path, IOException cause) {
    String reason =
        Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    FileSystemException failure = new FileSystemException(path.toString(), null, reason);
    failure.initCause(cause);
    return failure;
  }

  // For command-line arguments, the virtual machine replaces bytes that the encoding of file names
  // cannot represent, so the file is not found. Listing the folder preserves such bytes.
  private static Sentence missing(NoSuchFileException failure) {
    try {
      if (failure.getFile() != null && Files.isSymbolicLink(Path.of(failure.getFile()))) {
        return Sentence.of(
            "{0} is a link to a file that does not exist.", PathText.ofFile(failure));
      }
    } catch (InvalidPathException e) {
      // A name that is not a valid path is not a link.
    }
    return failure.getFile() != null && failure.getFile().contains("\uFFFD")
        ? Sentence.of(
            "{0} was not found: a file whose name is not UTF-8 cannot be passed to a program. Open"
                + " its folder instead.",
            PathText.ofFile(failure))
        : Sentence.of("The file {0} does not exist.", PathText.ofFile(failure));
  }

  // The translations contain the reasons of this program and common reasons of the system as keys.
  private static Sentence reasonOf(IOException failure, String reason) {
    return Sentence.of(reason == null ? failure.getClass().getSimpleName() : PathText.of(reason));
  }
}
