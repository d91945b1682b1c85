package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// Every step that saving takes on the disk: the seam where faults are injected. Thread-safe.
///
/// One object serves a whole program: it knows which files it has locked itself, which the
/// operating system would forget as soon as anyone else in the program closed them.
public interface FileOperations {

  static FileOperations ofThisComputer() {
    return new LocalFiles();
  }

  /// The path with all links resolved.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is nothing
  default Path realPath(Path path) throws IOException {
    return path.toRealPath();
  }

  /// True also for a link that leads nowhere.
  default boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// True if a path leads to a file, not to a folder or a device.
  default boolean isFile(Path path) {
    return Files.isRegularFile(path);
  }

  default boolean isLink(Path path) {
    return Files.isSymbolicLink(path);
  }

  /// True if the user may write to a file, or into a folder.
  default boolean isWritable(Path path) {
    return Files.isWritable(path);
  }

  default List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  /// The key of the file at a path in its file system; empty if the file system has no keys. Opens
  /// nothing and follows no final link.
  ///
  /// @throws java.nio.file.NoSuchFileException if the file does not exist
  default Optional<Object> fileKey(Path file) throws IOException {
    return Optional.ofNullable(
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey());
  }

  /// Opens a folder. The returned operations reach the files of the open folder, even if another
  /// folder gets its path meanwhile.
  default PinnedFolder pin(Path folder) throws IOException {
    return new PinnedFolder(this, () -> {});
  }

  /// Closes files before one of them is renamed, if the system cannot rename or replace open files.
  default void closeForRename(OpenFile... files) throws IOException {}

  /// The number of names that a file has; 1 where the file system does not tell.
  int hardLinkCount(Path file) throws IOException;

  /// The number of bytes that the user may still write into a folder.
  default long freeByteCount(Path folder) throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  default FileIdentity identity(Path file) throws IOException {
    return FileIdentity.of(file);
  }

  /// Makes a new file that only its owner may read, and opens it for reading and writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  OpenFile create(Path file) throws IOException;

  /// The same with a file that others may read as any other new file.
  OpenFile createShared(Path file) throws IOException;

  /// The folder in which the programs of this user find each other's locks, and to which no other
  /// user has access. Created if necessary; empty if that is impossible.
  Optional<Path> lockFolder();

  /// True if a file beside another is an ordinary one with one name, no link, and belongs to the
  /// other's owner, the user of this program or the administrator, so that what it says of the
  /// other can be acted on. True on systems that do not tell.
  ///
  /// @param leftover a path, or the handle of an open file
  /// @param target the same; it need not exist
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

  /// Opens a regular file. On Linux, follows no final link.
  OpenFile openToRead(Path file) throws IOException;

  OpenFile openToWrite(Path file) throws IOException;

  /// Gives a file the permissions and, as far as the system allows, the owner, the extended
  /// attributes and the creation time of another.
  ///
  /// @param from a path, or the handle of an open file
  /// @param to the handle of an open file
  /// @return what could not be kept, in words; empty where all was
  List<String> copyAttributes(Path from, Path to) throws IOException;

  /// Gives a file another name in the same folder, in one step; whatever had that name is replaced.
  void rename(Path from, Path to) throws IOException;

  /// Gives a file another name in the same folder, which must be free, in one step: whatever comes
  /// there meanwhile stays. Where the old name cannot be taken away the file has both: whoever must
  /// not leave it deletes it.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  void publish(Path from, Path to) throws IOException;

  /// Swaps the names of two files in one step.
  ///
  /// @return false where the file system cannot do that; then nothing has happened
  boolean exchange(Path one, Path other) throws IOException;

  default void delete(Path file) throws IOException {
    Files.delete(file);
  }

  /// True if the file at a path is the same as one that is or was open.
  static boolean isAt(FileOperations files, Path path, OpenFile file) throws IOException {
    try {
      return files.fileKey(path).equals(file.key());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Deletes a file that may not exist.
  static void deleteIfExists(FileOperations files, Path file) throws IOException {
    if (!files.exists(file)) {
      return;
    }
    try {
      files.delete(file);
    } catch (NoSuchFileException e) {
      // Nothing to delete.
    }
  }

  /// Waits until the disk has the names in a folder as they are now. Does nothing on systems where
  /// folders cannot be forced.
  ///
  /// @throws IOException also if the folder's file system refuses to
  void forceFolder(Path folder) throws IOException;

  /// True if this object holds the lock of a file.
  boolean holdsLock(Path file);

  String hostName();

  default long processId() {
    return ProcessHandle.current().pid();
  }
}
