package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;

/// A file that an unfinished download keeps beside its target or in its place.
///
/// @param file the unfinished file, or the notes of a program that fills the target itself
/// @param targetName the name that the file is to have; empty where it does not say
/// @param byteLength how much of the target it holds, in bytes; 0 for mere notes
record Leftover(Path file, Optional<String> targetName, long byteLength) {

  private static final String[] PARTIAL_SUFFIXES = {
    ".part", ".partial", ".crdownload", ".download", ".incomplete", ".aria2__temp", ".opdownload"
  };

  /// The notes of aria2, which fills the target itself.
  private static final String NOTES_SUFFIX = ".aria2";

  /// A name that begins with the name of a tensor file, in upper or lower case. Programs put text
  /// of their own between that and their suffix.
  private static final Pattern TARGET = Pattern.compile("(?is)(.*\\.safetensors).*");

  /// Says what is not finished, and how far it is.
  Sentence sentence() {
    Sentence target =
        targetName
            .map(name -> Sentence.of("The download of {0}", DisplayText.of(name)))
            .orElse(Sentence.of("A download"));
    return byteLength > 0
        ? Sentence.of("{0} is not finished: {1} are there.", target, new ByteSize(byteLength))
        : Sentence.of("{0} is not finished.", target);
  }

  static Optional<Leftover> of(Path file, long byteLength) {
    String name = file.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(NOTES_SUFFIX)) {
      return of(file, name.substring(0, name.length() - NOTES_SUFFIX.length()), 0);
    }
    for (String suffix : PARTIAL_SUFFIXES) {
      if (lower.endsWith(suffix)) {
        return of(file, name.substring(0, name.length() - suffix.length()), byteLength);
      }
    }
    return Optional.empty();
  }

  /// An unfinished file as long as it is now; empty where it has just got its final name.
  static Optional<Leftover> unfinished(Path file, Optional<String> targetName) throws IOException {
    try {
      return Optional.of(new Leftover(file, targetName, Files.size(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static Optional<Leftover> of(Path file, String stem, long byteLength) {
    return targetName(stem).map(name -> new Leftover(file, Optional.of(name), byteLength));
  }

  static Optional<String> targetName(String name) {
    return Optional.of(TARGET.matcher(name)).filter(Matcher::matches).map(match -> match.group(1));
  }
}
