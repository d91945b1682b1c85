package io.github.tensorloupe.desktop.error;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A failed operation, with the details for a report. Immutable.
///
/// @param doing the operation, shown to the user; may be empty
/// @param sentence what, where, expected and found, shown to the user
public record Failure(
    String doing,
    Sentence sentence,
    Optional<Path> path,
    Disk disk,
    Optional<Throwable> cause,
    Instant at) {

  /// The state of the file on disk.
  public enum Disk {
    UNCHANGED("unchanged"),
    AS_STATED("as the message says");

    private final String words;

    Disk(String words) {
      this.words = words;
    }
  }

  /// Creates a failure at the current time without a path.
  public Failure(String doing, Sentence sentence, Disk disk, Optional<Throwable> cause) {
    this(doing, sentence, Optional.empty(), disk, cause, Instant.now());
  }

  /// Creates a failure with its own message, which also states what happened to files.
  public static Failure ofMessage(String sentence, Throwable cause) {
    return new Failure("", Sentence.of(sentence), Disk.AS_STATED, Optional.of(cause));
  }

  /// Creates a failure without an exception.
  public static Failure ofMessage(String sentence) {
    return new Failure("", Sentence.of(sentence), Disk.AS_STATED, Optional.empty());
  }

  /// Returns a copy with the operation.
  public Failure doing(String what) {
    return new Failure(what, sentence, path, disk, cause, at);
  }

  /// Returns a copy with the file or folder that it is about.
  public Failure about(Path where) {
    return new Failure(doing, sentence, Optional.of(where), disk, cause, at);
  }

  /// Returns all details for a report. Contains paths, which the user decides to share.
  ///
  /// @param facts about the program and the computer, a line each
  String report(List<String> facts) {
    StringWriter report = new StringWriter();
    PrintWriter lines = new PrintWriter(report, true);
    if (!doing.isEmpty()) {
      lines.println("Doing: " + doing);
    }
    lines.println("Message: " + sentence);
    path.ifPresent(where -> lines.println("Path: " + where.toAbsolutePath()));
    lines.println("File on disk: " + disk.words);
    lines.println("Time: " + at.truncatedTo(ChronoUnit.MILLIS));
    facts.forEach(lines::println);
    cause.ifPresent(
        thrown -> {
          lines.println();
          thrown.printStackTrace(lines);
        });
    return report.toString().replace("\r\n", "\n");
  }
}
