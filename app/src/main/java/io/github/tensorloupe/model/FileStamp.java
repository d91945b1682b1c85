package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;

/// What a file system says of a file without opening it. Tells at next to no cost that a file has
/// changed; that it has not, only [FileIdentity] tells for its header.
///
/// @param fileKey what the file system calls the file, where it has such a thing
/// @param byteLength the length of the file in bytes
/// @param modified when the file was changed last
public record FileStamp(Optional<String> fileKey, long byteLength, FileTime modified) {

  public FileStamp {
    Objects.requireNonNull(fileKey);
    Objects.requireNonNull(modified);
  }

  /// The stamp of the file that a path leads to now; empty where there is none.
  public static Optional<FileStamp> of(Path path) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return Optional.of(
          new FileStamp(
              Optional.ofNullable(attributes.fileKey()).map(Object::toString),
              attributes.size(),
              attributes.lastModifiedTime()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// The stamp of an open file, as of when it was opened.
  static FileStamp of(FileBytes bytes) {
    return new FileStamp(bytes.fileKey().map(Object::toString), bytes.length(), bytes.modified());
  }
}
