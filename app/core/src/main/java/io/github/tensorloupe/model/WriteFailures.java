package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Converts write failures to messages for users.
public final class WriteFailures {

  private WriteFailures() {}

  /// Returns an exception with a message for users.
  ///
  /// @param subject the subject of the sentence: a path as text, or a [Sentence] that names the
  ///   file
  public static SentenceException sentence(Object subject, IOException failure) {
    return new SentenceException(
        Sentence.of("{0} cannot be written: {1}.", subject, reason(failure)), failure);
  }

  /// Returns the reason of a failure, for the end of a sentence, without a full stop.
  public static Sentence reason(IOException failure) {
    return switch (failure) {
      case AccessDeniedException e -> Sentence.of("no permission to write {0}", fileOf(e));
      case NoSuchFileException e -> Sentence.of("the folder of {0} does not exist", fileOf(e));
      case FileAlreadyExistsException e -> Sentence.of("{0} already exists", fileOf(e));
      case FileSystemException e when e.getReason() != null -> systemReason(e);
      case Explained e -> Sentence.of("{0}", new Clause(e.sentence()));
      default ->
          Sentence.of(
              Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName()));
    };
  }

  /// Returns the reason of a failure and its file, but omits paths of open file descriptors, which
  /// users do not know.
  ///
  /// @param failure a failure with a reason
  public static Sentence systemReason(FileSystemException failure) {
    Sentence reason = Sentence.of(PathText.of(failure.getReason()));
    return fileOf(failure).startsWith(FileStamp.OPEN_FILES + "/")
        ? reason
        : Sentence.of("{0} ({1})", reason, PathText.of(fileOf(failure)));
  }

  private static String fileOf(FileSystemException failure) {
    return String.valueOf(failure.getFile());
  }
}
