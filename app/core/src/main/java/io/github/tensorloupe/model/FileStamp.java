package io.github.tensorloupe.model;

import module java.base;

/// The attributes of a file that need no opening. Tells at next to no cost that a file has changed;
/// that it has not, only [FileIdentity] tells for its header.
///
/// @param fileKey what the file system calls the file, where it has such a thing
public record FileStamp(Optional<Object> fileKey, long byteLength, FileTime modified) {

  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /// The stamp of the file that a path leads to now; empty where there is none.
  public static Optional<FileStamp> of(Path path) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return Optional.of(of(attributes, attributes.size()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// @param byteLength as the open file itself says
  static FileStamp of(BasicFileAttributes attributes, long byteLength) {
    return new FileStamp(
        Optional.ofNullable(attributes.fileKey()), byteLength, attributes.lastModifiedTime());
  }

  /// The stamp that a file which is open has now, although no path leads to it any more; empty
  /// where the system does not tell.
  static Optional<FileStamp> ofOpenFile(FileStamp before) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path each : open) {
        Optional<FileStamp> stamp = of(each).filter(before::isOfSameFile);
        if (stamp.isPresent()) {
          return stamp;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Not every system has such a list.
    }
    return Optional.empty();
  }

  boolean isOfSameFile(FileStamp other) {
    return fileKey.equals(other.fileKey);
  }
}
