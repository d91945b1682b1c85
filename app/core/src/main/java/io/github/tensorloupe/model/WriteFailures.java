package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Turns a failure to write into a sentence for a person.
public final class WriteFailures {

  private WriteFailures() {}

  /// An exception whose message is a sentence.
  ///
  /// @param what the path that was to be written, or a [Sentence] for it: the beginning of the
  ///   sentence
  public static SentenceException sentence(Object what, IOException failure) {
    return new SentenceException(
        Sentence.of("{0} cannot be written: {1}.", what, reason(failure)), failure);
  }

  /// Why something could not be done, as the end of a sentence without its full stop.
  public static Sentence reason(IOException failure) {
    return switch (failure) {
      case AccessDeniedException e -> Sentence.of("no permission to write {0}", fileOf(e));
      case NoSuchFileException e -> Sentence.of("there is no folder for {0}", fileOf(e));
      case FileAlreadyExistsException e -> Sentence.of("{0} is in the way", fileOf(e));
      case FileSystemException e when e.getReason() != null ->
          Sentence.of("{0} ({1})", Sentence.of(e.getReason()), fileOf(e));
      case Explained e -> Sentence.of("{0}", new Clause(e.sentence()));
      default ->
          Sentence.of(
              Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName()));
    };
  }

  private static String fileOf(FileSystemException failure) {
    return String.valueOf(failure.getFile());
  }
}
