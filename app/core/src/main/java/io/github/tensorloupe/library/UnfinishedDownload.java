package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;

/// A file of an unfinished download.
///
/// @param file the unfinished file, or the notes of a program that writes the target itself
/// @param targetName the final file name, or empty if unknown
/// @param byteLength the downloaded bytes; 0 for notes
record UnfinishedDownload(Path file, Optional<String> targetName, long byteLength) {

  private static final String[] PARTIAL_SUFFIXES = {
    ".part", ".partial", ".crdownload", ".download", ".incomplete", ".aria2__temp", ".opdownload"
  };

  /// The notes of aria2, which writes the target itself.
  private static final String NOTES_SUFFIX = ".aria2";

  /// A name that starts with the name of a tensor file, case-insensitive. Programs may add text
  /// before their suffix.
  private static final Pattern TARGET = Pattern.compile("(?is)(.*\\.safetensors).*");

  /// Returns a message with the target and the downloaded size.
  Sentence sentence() {
    Sentence target =
        targetName
            .map(name -> Sentence.of("The download of {0}", DisplayText.of(name)))
            .orElse(Sentence.of("A download"));
    return byteLength > 0
        ? Sentence.of("{0} is not finished: {1} so far.", target, new ByteSize(byteLength))
        : Sentence.of("{0} is not finished.", target);
  }

  /// Returns the unfinished download of a file by its name, or empty if it is another file or its
  /// length is unknown.
  static Optional<UnfinishedDownload> of(Path file) {
    String name = file.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(NOTES_SUFFIX)) {
      return of(file, name.substring(0, name.length() - NOTES_SUFFIX.length()), true);
    }
    for (String suffix : PARTIAL_SUFFIXES) {
      if (lower.endsWith(suffix)) {
        return of(file, name.substring(0, name.length() - suffix.length()), false);
      }
    }
    return Optional.empty();
  }

  /// Returns an unfinished file with its current length, or empty if it was just renamed.
  static Optional<UnfinishedDownload> unfinished(Path file, Optional<String> targetName)
      throws IOException {
    try {
      return Optional.of(new UnfinishedDownload(file, targetName, Files.size(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static Optional<UnfinishedDownload> of(Path file, String stem, boolean isNotes) {
    Optional<String> targetName = targetName(stem);
    if (targetName.isEmpty() || Files.isDirectory(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new UnfinishedDownload(file, targetName, isNotes ? 0 : Files.size(file)));
    } catch (IOException e) {
      // The download ended, or the file is a broken link.
      return Optional.empty();
    }
  }

  static Optional<String> targetName(String name) {
    return Optional.of(TARGET.matcher(name)).filter(Matcher::matches).map(match -> match.group(1));
  }
}
