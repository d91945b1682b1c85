package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.save.SaveException;

record ErrorOutput(OutputStream err) {

  private static final int LIMIT = 2000;

  void print(IOException failure) {
    print(sentence(failure));
  }

  static String sentence(IOException failure) {
    // Only direct instances of IOException have a sentence as message. The messages of the JDK's
    // subclasses are paths or single words.
    boolean isSentence = failure.getClass() == IOException.class && failure.getMessage() != null;
    return isSentence || failure instanceof SaveException
        ? failure.getMessage()
        : ReadFailures.finding(failure).message();
  }

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
      // The JDK loads classes, libraries and settings from files.
      case IOException e -> "The program cannot continue: %s.".formatted(e.getMessage());
      case LinkageError e -> "The program cannot continue: %s.".formatted(e);
      default -> "Internal error: %s.".formatted(failure);
    };
  }

  void printErrors(Report report) {
    // A finding about an unreadable file contains the path.
    String prefix =
        report.verdict() == LoadVerdict.UNREADABLE ? "" : report.location().text() + ": ";
    report.errors().forEach(finding -> print(prefix + finding.message()));
  }

  /// Prints a line that begins with the name of the program. Escapes line breaks in the sentence.
  void print(String sentence) {
    write("tensorloupe: " + DisplayText.of(sentence, LIMIT) + "\n");
  }

  void write(String text) {
    try {
      err.write(text.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // Cannot be reported, because standard error is the last resort.
    }
  }
}
