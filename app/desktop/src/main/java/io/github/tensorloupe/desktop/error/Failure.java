package io.github.tensorloupe.desktop.error;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Something that did not work, with what somebody else needs to find out why. Immutable.
///
/// @param doing what was being done, for a person; may be empty
/// @param sentence what, where, expected and found, for a person
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
    AS_THE_SENTENCE_SAYS("as the message says");

    private final String words;

    Disk(String words) {
      this.words = words;
    }
  }

  /// A failure of this moment that was about no path.
  public Failure(String doing, Sentence sentence, Disk disk, Optional<Throwable> cause) {
    this(doing, sentence, Optional.empty(), disk, cause, Instant.now());
  }

  /// A failure that is told with a sentence of its own, after which files are as it says.
  public static Failure told(String sentence, Throwable cause) {
    return new Failure("", Sentence.of(sentence), Disk.AS_THE_SENTENCE_SAYS, Optional.of(cause));
  }

  /// A failure that nothing was thrown for.
  public static Failure told(String sentence) {
    return new Failure("", Sentence.of(sentence), Disk.AS_THE_SENTENCE_SAYS, Optional.empty());
  }

  /// The same, with what was being done.
  public Failure doing(String what) {
    return new Failure(what, sentence, path, disk, cause, at);
  }

  /// The same, with the file or folder that it was about.
  public Failure about(Path where) {
    return new Failure(doing, sentence, Optional.of(where), disk, cause, at);
  }

  /// All that is known of it, to be pasted into a report. The paths in it are the person's own to
  /// give away.
  ///
  /// @param facts of the program and the computer, a line each
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
