package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;

/// The resolution of links and checks of folder owners. Follows only links that belong to the
/// current user or root, because another user's link may lead to any file, which that user may not
/// be permitted to change or to read.
public final class TrustedPaths {

  public static final String NOT_REGULAR = "it is not a regular file";

  private static final String FOREIGN_LINK = "a link in its path belongs to another user";

  /// The maximum number of links in a path, as on Linux.
  private static final int MAX_LINKS = 40;

  private TrustedPaths() {}

  /// Returns the path with all links resolved. The file itself need not exist.
  ///
  /// @throws FileSystemException if a link belongs to another user
  public static Path resolve(Path path) throws IOException {
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
      Path target = readTrustedLink(next, path, LinuxCalls.OF_THIS_SYSTEM);
      if (target.isAbsolute()) {
        resolved = target.getRoot();
      }
      List<Path> parts = new ArrayList<>();
      target.forEach(parts::add);
      parts.reversed().forEach(names::push);
    }
    return resolved;
  }

  /// Checks the links in a path whose file will be changed, because the user may have named its
  /// folder instead of the link.
  ///
  /// @param target the path with all links resolved; need not exist
  /// @throws FileSystemException if a link belongs to another user
  public static void requireTrustedLinks(Path path, Path target) throws IOException {
    if (!LocalFiles.isUnix(path)) {
      return;
    }
    Path resolved = resolve(path);
    // A comparison of the files would follow a link that another user has created meanwhile.
    boolean isTarget =
        LinuxCalls.OF_THIS_SYSTEM.isPresent()
            ? resolved.equals(target)
            : Files.isSameFile(resolved, target);
    if (Files.exists(target) && !isTarget) {
      throw new NoSuchFileException(path.toString());
    }
  }

  /// Returns the folders that contain a folder of new files, among the given folders and the
  /// folders of the given files. Other users who can create links to files in such a folder may be
  /// able to read the new files.
  ///
  /// @param folder a path without links
  public static List<Path> sharedFolders(Path folder, Collection<Path> sources) {
    Set<Path> folders = new TreeSet<>();
    for (Path source : sources) {
      if (LocalFiles.isUnix(source)) {
        Path absolute = source.toAbsolutePath();
        Path read = Files.isDirectory(source) ? absolute : absolute.getParent();
        if (isInside(folder, read) || hasLinkNextTo(folder, absolute)) {
          folders.add(read);
        }
      }
    }
    return List.copyOf(folders);
  }

  /// Returns true if a part of a path is a link in a folder that contains the folder of new files.
  private static boolean hasLinkNextTo(Path folder, Path path) {
    for (Path each = path; each.getParent() != null; each = each.getParent()) {
      if (Files.isSymbolicLink(each) && isInside(folder, each.getParent())) {
        return true;
      }
    }
    return false;
  }

  /// Checks the links in the path of a file whose content will be in a new file, unless the path is
  /// in none of the [shared folders][#sharedFolders].
  ///
  /// @param fileKey the key of the open file, or empty if the file is not open
  /// @throws SentenceException if a link belongs to another user
  /// @throws FileChangedException if the path led to another file when it was opened
  public static void requireTrustedSource(
      Path path, Optional<Object> fileKey, List<Path> sharedFolders) throws IOException {
    if (sharedFolders.stream().noneMatch(path.toAbsolutePath()::startsWith)) {
      return;
    }
    try {
      Path resolved = resolve(path);
      if (fileKey.isEmpty() || fileKey.equals(FileOperations.ofThisComputer().fileKey(resolved))) {
        return;
      }
      throw FileChangedException.replaced(path);
    } catch (FileSystemException e) {
      if (!FOREIGN_LINK.equals(e.getReason())) {
        throw e;
      }
    }
    throw new SentenceException(
        "{0} was not read: a link in its path belongs to another user, who may be able to read new"
            + " files in this folder. Choose another folder for the new file.",
        PathText.of(path));
  }

  private static boolean isInside(Path folder, Path parent) {
    try {
      return folder.startsWith(parent.toRealPath());
    } catch (IOException e) {
      // The folders above an accessible folder are accessible.
      return false;
    }
  }

  /// Returns the target of a link, which must belong to the current user or root. On Linux, checks
  /// the owner of the link that is read, even if another link gets its path.
  ///
  /// @param path the path that contains the link, for exceptions
  /// @throws FileSystemException if the link belongs to another user
  static Path readTrustedLink(Path link, Path path, Optional<LinuxCalls> calls) throws IOException {
    Path handle = calls.isPresent() ? calls.get().openHandle(link) : link;
    try {
      int owner = LocalFiles.ownerOf(handle);
      Path target = calls.isPresent() ? calls.get().readLink(handle) : Files.readSymbolicLink(link);
      if (owner != LocalFiles.ADMINISTRATOR && owner != LocalFiles.userId()) {
        throw new FileSystemException(path.toString(), null, FOREIGN_LINK);
      }
      return target;
    } catch (FileSystemException e) {
      throw PinnedFolder.renamed(e, link, handle);
    } finally {
      LocalFiles.close(handle);
    }
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
