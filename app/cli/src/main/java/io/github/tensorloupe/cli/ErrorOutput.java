package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.save.SaveException;

/// Sentences on standard error.
record ErrorOutput(OutputStream err) {

  private static final int LIMIT = 2000;

  void print(IOException failure) {
    print(sentence(failure));
  }

  /// Returns the cause of a failure to read or write as a sentence.
  static String sentence(IOException failure) {
    // Exceptions of exactly this class have a sentence; the system's exceptions have a path or a
    // word.
    boolean isSentence = failure.getClass() == IOException.class && failure.getMessage() != null;
    return isSentence || failure instanceof SaveException
        ? failure.getMessage()
        : ReadFailures.finding(failure).message();
  }

  /// Returns a sentence about an error: the exhausted resource, or an error of the program itself.
  static String sentence(Error failure) {
    Throwable reason = failure;
    while (reason.getCause() != null) {
      reason = reason.getCause();
    }
    return switch (reason) {
      case OutOfMemoryError e when String.valueOf(e.getMessage()).contains("thread") ->
          "The system does not allow more threads; end other programs, or raise the limit with"
              + " ulimit -u.";
      case OutOfMemoryError _ -> "Not enough memory; increase the limit with -Xmx.";
      // Java reads its classes, libraries and settings from files.
      case IOException e -> "The program cannot continue: %s.".formatted(e.getMessage());
      case LinkageError e -> "The program cannot continue: %s.".formatted(e);
      default -> "Internal error: %s.".formatted(failure);
    };
  }

  /// Prints the errors of a report, each with its path.
  void printErrors(Report report) {
    // The sentence about an unreadable file contains its name.
    String where =
        report.verdict() == LoadVerdict.UNREADABLE ? "" : report.location().text() + ": ";
    report.findings().stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .map(finding -> where + finding.message())
        .forEach(this::print);
  }

  /// Prints one line with the name of the program. Quoted text cannot break the line.
  void print(String sentence) {
    String line = "tensorloupe: " + DisplayText.of(sentence, LIMIT) + "\n";
    try {
      err.write(line.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // It cannot be reported anywhere else.
    }
  }
}
