package io.github.tensorloupe.model;

import module java.base;

/// The attributes of a file that can be read without opening it. Different stamps prove that a file
/// has changed. Equal stamps do not prove that it is unchanged; see [FileIdentity].
///
/// @param fileKey the file key, or empty if the file system has none
/// @param byteLength the length of the file in bytes
/// @param modified the time of the last modification
public record FileStamp(Optional<Object> fileKey, long byteLength, FileTime modified) {

  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /// Returns the stamp of the file at a path, or empty if its attributes cannot be read.
  public static Optional<FileStamp> of(Path path) {
    try {
      return Optional.of(read(path));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Returns the stamp of the file at a path.
  ///
  /// @throws IOException if its attributes cannot be read
  public static FileStamp read(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    return of(attributes, attributes.size());
  }

  /// Returns the length in bytes of the file at a path, or empty if its attributes cannot be read.
  public static OptionalLong lengthOf(Path path) {
    Optional<FileStamp> stamp = of(path);
    return stamp.isPresent() ? OptionalLong.of(stamp.get().byteLength) : OptionalLong.empty();
  }

  /// @param byteLength the length of the open file in bytes
  static FileStamp of(BasicFileAttributes attributes, long byteLength) {
    return new FileStamp(
        Optional.ofNullable(attributes.fileKey()), byteLength, attributes.lastModifiedTime());
  }

  /// Returns the current stamp of an open file without a path, or empty if the system does not list
  /// open files.
  static Optional<FileStamp> ofOpenFile(FileStamp before) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path each : open) {
        Optional<FileStamp> stamp = of(each).filter(before::isOfSameFile);
        if (stamp.isPresent()) {
          return stamp;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Only Linux has this folder.
    }
    return Optional.empty();
  }

  boolean isOfSameFile(FileStamp other) {
    return fileKey.equals(other.fileKey);
  }
}
