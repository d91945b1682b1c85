package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Turns a failure to write into a sentence for a person.
public final class WriteFailures {

  private WriteFailures() {}

  /// An exception whose message is a sentence.
  ///
  /// @param what was to be written, as the beginning of the sentence
  public static SentenceException sentence(String what, IOException failure) {
    return new SentenceException(
        "%s cannot be written: %s.".formatted(what, reason(failure)), failure);
  }

  /// Why something could not be done, as the end of a sentence without its full stop.
  public static String reason(IOException failure) {
    return switch (failure) {
      case AccessDeniedException e -> "no permission to write %s".formatted(e.getFile());
      case NoSuchFileException e -> "there is no folder for %s".formatted(e.getFile());
      case FileAlreadyExistsException e -> "%s is in the way".formatted(e.getFile());
      case FileSystemException e when e.getReason() != null ->
          "%s (%s)".formatted(e.getReason(), e.getFile());
      default ->
          failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    };
  }
}
