package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;

/// An unfinished download of a file.
///
/// @param file the partial file, or the control file of a program that writes directly to the
///   target
/// @param targetName the final file name, or empty if unknown
/// @param byteLength the number of downloaded bytes; 0 for a control file
record UnfinishedDownload(Path file, Optional<String> targetName, long byteLength) {

  /// Matches the name of an unfinished safetensors file. Control files of aria2, which writes
  /// directly to the target, end in `aria2`.
  private static final Pattern PARTIAL_NAME =
      Pattern.compile(
          "(?is)(.*\\.safetensors).*"
              + "\\.(part|partial|crdownload|download|incomplete|aria2|aria2__temp|opdownload)");

  /// Matches a name that starts with the name of a safetensors file, which is the first group.
  /// Programs may insert text before their suffix.
  private static final Pattern TARGET = Pattern.compile("(?is)(.*\\.safetensors).*");

  Sentence sentence() {
    Sentence target =
        targetName
            .map(name -> Sentence.of("The download of {0}", DisplayText.of(name)))
            .orElse(Sentence.of("A download"));
    return byteLength > 0
        ? Sentence.of("{0} is not finished: {1} so far.", target, new ByteSize(byteLength))
        : Sentence.of("{0} is not finished.", target);
  }

  /// Returns the unfinished download that a file name indicates, or empty if the file is not an
  /// unfinished download or its length is unknown.
  static Optional<UnfinishedDownload> of(Path file) {
    Matcher name = PARTIAL_NAME.matcher(file.getFileName().toString());
    if (!name.matches() || Files.isDirectory(file)) {
      return Optional.empty();
    }
    boolean isNotes = name.group(2).equalsIgnoreCase("aria2");
    OptionalLong byteLength = isNotes ? OptionalLong.of(0) : FileStamp.lengthOf(file);
    // If the length is unknown, the download has ended, or the file is a broken link.
    return byteLength.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new UnfinishedDownload(file, Optional.of(name.group(1)), byteLength.getAsLong()));
  }

  /// Creates an unfinished download with the current length of a file, or returns empty if the file
  /// does not exist anymore.
  static Optional<UnfinishedDownload> unfinished(Path file, Optional<String> targetName)
      throws IOException {
    try {
      return Optional.of(new UnfinishedDownload(file, targetName, Files.size(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  static Optional<String> targetName(String name) {
    return Optional.of(TARGET.matcher(name)).filter(Matcher::matches).map(match -> match.group(1));
  }
}
