package io.github.tensorloupe.save;

import module java.base;

/// The resolution of links and checks of folder owners, for files that the program writes without
/// an explicit request of the user or continues. Follows only links that belong to the current user
/// or root, because another user's link may lead to any file. For the edit of a file, also follows
/// links of another user that lead to a file or folder of that user.
public final class TrustedPaths {

  public static final String NOT_REGULAR = "it is not a regular file";

  /// The maximum number of links in a path, as on Linux.
  private static final int MAX_LINKS = 40;

  private TrustedPaths() {}

  /// Returns the path with all links resolved. The file itself need not exist.
  ///
  /// @throws FileSystemException if a link belongs to another user
  public static Path resolve(Path path) throws IOException {
    return resolve(path, false);
  }

  /// Returns the path with all links resolved. Follows links of another user only to files and
  /// folders of that user, because the link may lead to a folder that the user did not name.
  ///
  /// @throws FileSystemException if another user's link leads to a file or folder of others
  public static Path resolveToEdit(Path path) throws IOException {
    return resolve(path, true);
  }

  /// Checks the links in a path whose file is described in a new file, which other users may read.
  /// The link of another user may only lead to a file or folder of that user.
  ///
  /// @throws FileSystemException if another user's link leads to a file or folder of others
  public static void requireTrustedLinks(Path path) throws IOException {
    if (LocalFiles.isUnix(path)) {
      resolveToEdit(path);
    }
  }

  /// Checks the links in a path whose file will be changed. The link of another user may only lead
  /// to a file or folder of that user, because the user may have named its folder instead of the
  /// link.
  ///
  /// @param target the path with all links resolved; need not exist
  /// @throws FileSystemException if another user's link leads to a file or folder of others
  public static void requireTrustedLinks(Path path, Path target) throws IOException {
    if (!LocalFiles.isUnix(path)) {
      return;
    }
    Path resolved = resolveToEdit(path);
    // A comparison of the files would follow a link that another user has created meanwhile.
    boolean isTarget =
        LinuxCalls.OF_THIS_SYSTEM.isPresent()
            ? resolved.equals(target)
            : Files.isSameFile(resolved, target);
    if (Files.exists(target) && !isTarget) {
      throw new NoSuchFileException(path.toString());
    }
  }

  /// @param isEdited true to follow links of other users to their own files and folders
  private static Path resolve(Path path, boolean isEdited) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (!absolute.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return Files.exists(absolute) ? absolute.toRealPath() : absolute;
    }
    Deque<Path> names = new ArrayDeque<>();
    absolute.forEach(names::add);
    Path resolved = absolute.getRoot();
    int links = 0;
    while (!names.isEmpty()) {
      Path name = names.pop();
      if (name.toString().equals("..")) {
        resolved = resolved.getParent() == null ? resolved : resolved.getParent();
        continue;
      }
      Path next = name.toString().equals(".") ? resolved : resolved.resolve(name);
      if (!Files.isSymbolicLink(next)) {
        resolved = next;
        continue;
      }
      if (++links > MAX_LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      Path target = readTrustedLink(next, path, isEdited, LinuxCalls.OF_THIS_SYSTEM);
      if (target.isAbsolute()) {
        resolved = target.getRoot();
      }
      List<Path> parts = new ArrayList<>();
      target.forEach(parts::add);
      parts.reversed().forEach(names::push);
    }
    return resolved;
  }

  /// Returns the target of a link, which must belong to the current user or root. On Linux, checks
  /// the owner of the link that is read, even if another link gets its path.
  ///
  /// @param path the path that contains the link, for exceptions
  /// @param followsOwn true to permit links of other users to their own files and folders
  /// @throws FileSystemException if the link belongs to another user
  static Path readTrustedLink(Path link, Path path, boolean followsOwn, Optional<LinuxCalls> calls)
      throws IOException {
    Path handle = calls.isPresent() ? calls.get().openHandle(link) : link;
    try {
      int owner = LocalFiles.ownerOf(handle);
      Path target = calls.isPresent() ? calls.get().readLink(handle) : Files.readSymbolicLink(link);
      if (owner != LocalFiles.ADMINISTRATOR
          && owner != LocalFiles.userId()
          && !(followsOwn && isOwnedBy(owner, link.resolveSibling(target)))) {
        throw new FileSystemException(
            path.toString(), null, "a link in its path belongs to another user");
      }
      return target;
    } catch (FileSystemException e) {
      throw PinnedFolder.renamed(e, link, handle);
    } finally {
      LocalFiles.close(handle);
    }
  }

  private static boolean isOwnedBy(int owner, Path path) throws IOException {
    return Files.exists(path) && Files.getAttribute(path, "unix:uid").equals(owner);
  }

  /// Opens a file for reading. Follows a final link of the current user or root.
  ///
  /// @param files the file operations, possibly of the file's pinned folder
  /// @param file the path of the file, whose folder must not contain links
  /// @throws FileSystemException if the file is not regular, or a link belongs to another user
  public static OpenFile openToRead(FileOperations files, Path file) throws IOException {
    Path resolved = files.isLink(file) ? resolve(file) : file;
    Path parent = resolved.getParent();
    if (parent == null || parent.equals(file.getParent())) {
      return files.openToRead(resolved);
    }
    try (PinnedFolder folder = FileOperations.ofThisComputer().pinResolved(parent)) {
      return folder.operations().openToRead(resolved);
    }
  }

  /// Checks that a path leads to a regular file or does not exist.
  ///
  /// @throws FileSystemException if the path leads to a folder, pipe or device
  public static void requireRegularOrMissing(Path file) throws IOException {
    try {
      // A single call, because another program may delete the file meanwhile.
      if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
        throw new FileSystemException(file.toString(), null, NOT_REGULAR);
      }
    } catch (NoSuchFileException e) {
      // The file will be created.
    }
  }

  /// Checks that a folder belongs to the current user or root, because other owners could replace
  /// its files by links. For the root user, also checks that all parent folders belong to root. Has
  /// no effect on systems without owners.
  ///
  /// @throws FileSystemException if a folder belongs to another user
  public static void requireOwn(Path folder) throws IOException {
    if (!LocalFiles.isUnix(folder)) {
      return;
    }
    int user = LocalFiles.userId();
    Path each = resolve(folder);
    do {
      int owner = (Integer) Files.getAttribute(each, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      if (owner != LocalFiles.ADMINISTRATOR && owner != user) {
        throw new FileSystemException(each.toString(), null, "it belongs to another user");
      }
      each = each.getParent();
    } while (each != null && user == LocalFiles.ADMINISTRATOR);
  }

  /// Creates a private folder if it does not exist.
  ///
  /// @return false if creating it fails, it belongs to another user, or other users have access
  public static boolean ensurePrivate(Path folder) {
    try {
      return !LocalFiles.isUnix(folder) || LocalFiles.ensurePrivate(folder, LocalFiles.userId());
    } catch (IOException e) {
      return false;
    }
  }
}
