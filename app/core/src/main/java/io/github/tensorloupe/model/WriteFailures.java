package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Conversions of write failures to messages for users.
public final class WriteFailures {

  /// The reason of an [OutOfMemoryError], for the end of a sentence.
  public static final Sentence NO_MEMORY =
      Sentence.of("there is not enough memory; allow more with -Xmx");

  private WriteFailures() {}

  /// Returns an exception with a message for users.
  ///
  /// @param subject the subject of the sentence: a path as text, or a [Sentence] that names the
  ///   file
  public static SentenceException sentence(Object subject, IOException failure) {
    return new SentenceException(
        Sentence.of("{0} cannot be written: {1}.", subject, reason(failure)), failure);
  }

  /// Returns the reason of a failure, for the end of a sentence, without a period.
  public static Sentence reason(Throwable failure) {
    return switch (failure) {
      case AccessDeniedException e -> Sentence.of("no permission to write {0}", PathText.ofFile(e));
      case NoSuchFileException e ->
          Sentence.of("the folder of {0} does not exist", PathText.ofFile(e));
      case FileAlreadyExistsException e -> Sentence.of("{0} already exists", PathText.ofFile(e));
      case FileSystemException e -> systemReason(e);
      case Explained e -> Sentence.of("{0}", new Clause(e.sentence()));
      case OutOfMemoryError _ -> NO_MEMORY;
      default ->
          Sentence.of(
              failure.getMessage() == null
                  ? failure.getClass().getSimpleName()
                  : PathText.of(failure.getMessage()));
    };
  }

  /// Returns the reason of a failure and its file, if the failure has one.
  public static Sentence systemReason(FileSystemException failure) {
    String className = failure.getClass().getSimpleName();
    String words = Objects.requireNonNullElse(failure.getReason(), className);
    Sentence reason = Sentence.of(PathText.of(words));
    return PathText.ofFile(failure) instanceof String file
        ? Sentence.of("{0} ({1})", reason, file)
        : reason;
  }
}
