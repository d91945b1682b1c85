package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// The file system operations of saves. Tests replace them to inject faults. Thread-safe.
///
/// A program uses one instance, which records the files locked by this program: POSIX systems
/// release a lock when the program closes any descriptor of the file.
public interface FileOperations {

  static FileOperations ofThisComputer() {
    return new LocalFiles();
  }

  /// Returns the path with all links resolved.
  ///
  /// @throws java.nio.file.NoSuchFileException if the file does not exist
  default Path realPath(Path path) throws IOException {
    return path.toRealPath();
  }

  /// Returns true if a file, folder or link exists, including a dangling link.
  ///
  /// @throws IOException if this cannot be determined
  default boolean exists(Path path) throws IOException {
    try {
      fileKey(path);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Returns true if the path leads to a regular file, false if it leads to another type or does
  /// not exist.
  default boolean isFile(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isRegularFile();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  default boolean isLink(Path path) {
    return Files.isSymbolicLink(path);
  }

  /// Returns true if the user may write to the file or folder.
  default boolean isWritable(Path path) {
    return Files.isWritable(path);
  }

  default List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  /// Returns the file key, or empty if the file system has none. Opens nothing and does not follow
  /// a final link.
  ///
  /// @throws java.nio.file.NoSuchFileException if the file does not exist
  default Optional<Object> fileKey(Path file) throws IOException {
    return Optional.ofNullable(attributes(file).fileKey());
  }

  /// Returns the attributes of the file. Opens nothing and does not follow a final link.
  ///
  /// @throws java.nio.file.NoSuchFileException if the file does not exist
  default BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /// Opens a folder. The operations of the result access the opened folder even if another folder
  /// gets its path.
  default PinnedFolder pin(Path folder) throws IOException {
    return new PinnedFolder(this, folder, () -> {});
  }

  /// Opens a folder like [#pin].
  ///
  /// @param folder a path without links
  /// @throws java.nio.file.NoSuchFileException if a folder of the path has been replaced by a link
  default PinnedFolder pinResolved(Path folder) throws IOException {
    return pinResolved(folder, Optional.empty());
  }

  /// Opens a folder like [#pinResolved(Path)], if it has the given file key.
  ///
  /// @param key the file key of the folder, or empty if unknown
  /// @throws java.nio.file.NoSuchFileException if another folder has the path
  default PinnedFolder pinResolved(Path folder, Optional<Object> key) throws IOException {
    PinnedFolder pinned = pin(folder);
    boolean isResolved = false;
    try {
      isResolved =
          pinned.operations().realPath(folder).equals(folder)
              && (key.isEmpty() || pinned.key().equals(key));
    } finally {
      if (!isResolved) {
        pinned.close();
      }
    }
    if (!isResolved) {
      throw new NoSuchFileException(folder.toString());
    }
    return pinned;
  }

  /// Closes files before one of them is renamed, on systems that cannot rename or replace open
  /// files.
  default void closeForRename(OpenFile... files) throws IOException {}

  /// Returns the number of hard links of a file, or 1 if the file system does not report it.
  int hardLinkCount(Path file) throws IOException;

  /// Returns the number of bytes that the user can still write to the folder.
  default long freeByteCount(Path folder) throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  default FileIdentity identity(Path file) throws IOException {
    return FileIdentity.of(file);
  }

  /// Creates a file that only its owner can access, and opens it for reading and writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the path exists
  OpenFile create(Path file) throws IOException;

  /// Creates a file with the default permissions, and opens it for reading and writing.
  OpenFile createShared(Path file) throws IOException;

  /// Returns the folder for this user's locks, which other users cannot access. Creates it if
  /// necessary. Returns empty if that fails.
  Optional<Path> lockFolder();

  /// Returns true if a journal or draft can be trusted: it must be a regular file without other
  /// hard links that belongs to root, the current user, or the owner of its target. Always true on
  /// systems without owners.
  ///
  /// @param artifact a path, or the handle of an open file
  /// @param target a path, or the handle of an open file; need not exist
  boolean isTrusted(Path artifact, Path target) throws IOException;

  /// Returns true if a file belongs to root, the current user, or the owner of another file. Always
  /// true on systems without owners.
  ///
  /// @param target the other file, which need not exist
  boolean hasTrustedOwner(Path file, Path target) throws IOException;

  /// A restriction on changes that is independent of the permissions.
  enum Restriction {
    /// Content and names can be added, but not changed or deleted (`chattr +a`).
    APPEND_ONLY,
    /// Content and names cannot be changed (`chattr +i`).
    IMMUTABLE,
    /// The path is a mount point, which cannot be replaced.
    MOUNT_POINT,
    /// Only owners can replace files in the folder (mode 1777), and the user is not an owner.
    STICKY_FOLDER
  }

  /// Returns the known restrictions of a file or folder. Opens nothing.
  Set<Restriction> restrictions(Path path) throws IOException;

  /// Opens a regular file. On Linux, does not follow a final link.
  OpenFile openToRead(Path file) throws IOException;

  OpenFile openToWrite(Path file) throws IOException;

  /// Copies the permissions of a file and, as far as the system allows, its owner, extended
  /// attributes and creation time.
  ///
  /// @param from a path, or the handle of an open file
  /// @param to the handle of an open file
  /// @return the names of attributes that could not be copied
  List<String> copyAttributes(Path from, Path to) throws IOException;

  /// Renames a file within its folder atomically. Replaces an existing file.
  void rename(Path from, Path to) throws IOException;

  /// Renames a file within its folder atomically, unless the new name exists. If the old name
  /// cannot be deleted, the file has both names.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the new name exists
  void publish(Path from, Path to) throws IOException;

  /// Renames a file within its folder, unless the new name exists. Unlike [#publish], never leaves
  /// the file with both names. Some systems may replace a file that another program creates at the
  /// last moment.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the new name exists
  void renameNoReplace(Path from, Path to) throws IOException;

  /// Swaps the names of two files atomically.
  ///
  /// @return false if the file system does not support this; nothing is changed
  boolean exchange(Path one, Path other) throws IOException;

  default void delete(Path file) throws IOException {
    Files.delete(file);
  }

  /// @throws java.nio.file.FileAlreadyExistsException if the path exists
  default void createFolder(Path folder) throws IOException {
    Files.createDirectory(folder);
  }

  /// Deletes an empty folder. Does not delete files or links.
  ///
  /// @throws java.nio.file.DirectoryNotEmptyException if the folder is not empty
  default void deleteFolder(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
      if (entries instanceof SecureDirectoryStream<Path> secure) {
        secure.deleteDirectory(folder.getFileName());
      } else if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(folder);
      } else {
        throw new NotDirectoryException(folder.toString());
      }
    }
  }

  /// Returns true if the path leads to the given file, which may be closed.
  static boolean isAt(FileOperations files, Path path, OpenFile file) throws IOException {
    try {
      return files.fileKey(path).equals(file.key());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Returns true if a file may be saved under several names: hard links or mounts.
  static boolean hasSeveralNames(FileOperations files, Path file) throws IOException {
    return files.hardLinkCount(file) > 1
        || files.restrictions(file).contains(Restriction.MOUNT_POINT);
  }

  static void deleteIfExists(FileOperations files, Path file) throws IOException {
    if (!files.exists(file)) {
      return;
    }
    try {
      files.delete(file);
    } catch (IOException e) {
      // Network file systems report failures of successful deletions.
      if (files.exists(file)) {
        throw e;
      }
    }
  }

  /// Forces the entries of a folder to the disk. Has no effect on systems without this operation.
  void forceFolder(Path folder) throws IOException;

  /// Returns true if this instance holds a lock of the file.
  boolean holdsLock(Path file);

  String hostName();

  default long processId() {
    return ProcessHandle.current().pid();
  }
}
