package io.github.tensorloupe.model;

import module java.base;

/// Thrown if a file has changed since it was opened. Bytes already read may belong to two states of
/// the file, or requested bytes no longer exist.
public final class FileChangedException extends SentenceException {

  private static final long serialVersionUID = 1L;

  private FileChangedException(String sentence, Object... words) {
    super(sentence, words);
  }

  /// @param byteOffset file offset of the first missing byte
  public FileChangedException(Path file, long byteOffset, long expectedLength) {
    this(
        "{0} changed while it was open: byte {1} is missing; the file had {2} bytes when it was"
            + " opened.",
        PathText.of(file), byteOffset, expectedLength);
  }

  static FileChangedException resized(Path file, long length, long expectedLength) {
    return new FileChangedException(
        "{0} changed while it was open: it has {1} bytes now and had {2} when it was opened.",
        PathText.of(file), length, expectedLength);
  }

  static FileChangedException written(Path file) {
    return new FileChangedException(
        "{0} changed while it was open: another program wrote to it. Read it again when that"
            + " program has finished.",
        PathText.of(file));
  }

  /// Creates the exception for a file that has changed on its server.
  public static FileChangedException onServer(Path file) {
    return new FileChangedException(
        "{0} changed on its server while it was open; open it again to read the current version.",
        PathText.of(file));
  }

  /// Creates the exception for a file that is not as listed by its server.
  public static FileChangedException sinceListed(Path file) {
    return new FileChangedException(
        "{0} does not have the length or the SHA-256 that its server lists: it has changed since,"
            + " or the server contradicts itself.",
        PathText.of(file));
  }

  /// Creates the exception for a file that cannot be reopened because it was changed, replaced or
  /// deleted.
  public static FileChangedException replaced(Path file) {
    return new FileChangedException(
        "{0} changed while it was open: the path now refers to another file or another version of"
            + " it.",
        PathText.of(file));
  }
}
