package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// Every step that saving takes on the disk: the seam where faults are injected. Thread-safe.
///
/// One object serves a whole program: it knows which files it has locked itself, which the
/// operating system would forget as soon as anyone else in the program closed them.
public interface FileOperations {

  /// The steps on the file systems of this computer.
  static FileOperations ofThisComputer() {
    return new LocalFiles();
  }

  /// The path with all links resolved.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is nothing
  Path realPath(Path path) throws IOException;

  /// True if there is anything at a path, also a link that leads nowhere.
  boolean exists(Path path);

  /// True if a path leads to a file, not to a folder or a device.
  boolean isFile(Path path);

  /// True if the path itself is a symbolic link.
  boolean isLink(Path path);

  /// True if the user may write to a file, or into a folder.
  boolean isWritable(Path path);

  /// The names of what is in a folder.
  List<Path> list(Path folder) throws IOException;

  /// The key of the file at a path in its file system, where it has such a thing. Opens nothing.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is nothing
  Optional<Object> fileKey(Path file) throws IOException;

  /// The number of names that a file has; 1 where the file system does not tell.
  int hardLinkCount(Path file) throws IOException;

  /// The number of bytes that the user may still write into a folder.
  long freeByteCount(Path folder) throws IOException;

  FileIdentity identity(Path file) throws IOException;

  /// Makes a new file that only its owner may read, and opens it for reading and writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  OpenFile create(Path file) throws IOException;

  /// Makes a new file that others may read as any other new file, and opens it for reading and
  /// writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  OpenFile createShared(Path file) throws IOException;

  /// Makes a new, empty file that every user may read and write.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  void createForAll(Path file) throws IOException;

  /// The folder in which all users of this computer find each other's locks, made where there is
  /// none; empty where there can be none.
  Optional<Path> machineFolder();

  /// True if a file beside another is an ordinary one with one name, no link, and belongs to the
  /// other's owner, the user of this program or the administrator, so that what it says of the
  /// other can be acted on. True on systems that do not tell.
  ///
  /// @param target need not be there
  boolean isTrusted(Path leftover, Path target) throws IOException;

  /// A restriction of the system that permissions do not show.
  enum Restriction {
    /// Bytes and names can be added, not changed or taken away (`chattr +a`).
    APPEND_ONLY,
    /// Nothing can be changed (`chattr +i`).
    IMMUTABLE,
    /// The path is the root of a mounted file system, or a file that is mounted there by itself: it
    /// cannot be replaced.
    MOUNT_POINT,
    /// The folder lets only owners replace a file (mode 1777), and the user is none.
    STICKY_FOLDER
  }

  /// The restrictions of a file or folder, as far as the system tells. Opens nothing.
  Set<Restriction> restrictions(Path path) throws IOException;

  /// Opens a file for reading.
  OpenFile openToRead(Path file) throws IOException;

  /// Opens a file for reading and writing.
  OpenFile openToWrite(Path file) throws IOException;

  /// Gives a file the permissions and, as far as the system allows, the owner, the extended
  /// attributes and the creation time of another.
  ///
  /// @return what could not be kept, in words; empty where all was
  List<String> copyAttributes(Path from, Path to) throws IOException;

  /// Gives a file another name in the same folder, in one step; whatever had that name is replaced.
  void rename(Path from, Path to) throws IOException;

  /// Gives a file another name in the same folder, which must be free, in one step: whatever comes
  /// there meanwhile stays. Where the old name cannot be taken away the file has both: whoever must
  /// not leave it deletes it.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  /// @throws IOException if it fails
  void publish(Path from, Path to) throws IOException;

  /// Swaps the names of two files in one step.
  ///
  /// @return false where the file system cannot do that; then nothing has happened
  boolean exchange(Path one, Path other) throws IOException;

  /// Deletes a file.
  void delete(Path file) throws IOException;

  /// Waits until the disk has the names in a folder as they are now. Does nothing on systems where
  /// folders cannot be forced.
  ///
  /// @throws IOException also if the folder's file system refuses to
  void forceFolder(Path folder) throws IOException;

  /// True if this object holds the lock of a file.
  boolean holdsLock(Path file);

  /// The name of this computer.
  String hostName();

  /// The number of this process.
  long processId();
}
