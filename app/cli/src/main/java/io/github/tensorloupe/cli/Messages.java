package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.save.SaveException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Sentences on standard error.
final class Messages {

  private static final int LIMIT = 2000;

  private final OutputStream err;

  Messages(OutputStream err) {
    this.err = err;
  }

  /// Writes what a failure to read or write was about.
  void tell(IOException failure) {
    tell(sentence(failure));
  }

  /// What a failure to read or write was about.
  static String sentence(IOException failure) {
    // The program's own exceptions of this class carry a sentence, the system's a path or a word.
    boolean isSentence = failure.getClass() == IOException.class && failure.getMessage() != null;
    return isSentence || failure instanceof SaveException
        ? failure.getMessage()
        : ReadFailures.finding(failure).message();
  }

  /// Names the resource that the system or the virtual machine has run out of, or says that the
  /// program is wrong.
  static String sentence(Error failure) {
    Throwable reason = failure;
    while (reason.getCause() != null) {
      reason = reason.getCause();
    }
    return switch (reason) {
      case OutOfMemoryError e when String.valueOf(e.getMessage()).contains("thread") ->
          "The system gives this program no more threads; end others, or allow more with ulimit"
              + " -u.";
      case OutOfMemoryError _ -> "There is not enough memory for this; allow more with -Xmx.";
      // Classes, libraries and settings of Java are files too.
      case IOException e -> "The program cannot go on: %s.".formatted(e.getMessage());
      case LinkageError e -> "The program cannot go on: %s.".formatted(e);
      default -> "An error in the program itself: %s.".formatted(failure);
    };
  }

  /// Writes the errors of a report, each behind the path that it is about.
  void tellErrors(Report report) {
    // What cannot be read is named by the sentence itself.
    String where = report.verdict() == Verdict.UNREADABLE ? "" : report.location().text() + ": ";
    report.findings().stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .map(finding -> where + finding.message())
        .forEach(this::tell);
  }

  /// Writes one line that says whose it is. What it quotes cannot break the line.
  void tell(String sentence) {
    String line = "tensorloupe: " + DisplayText.of(sentence, LIMIT) + "\n";
    try {
      err.write(line.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // Nobody is left who could be told.
    }
  }
}
