package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.LocalFile.HeldLocks;
import io.github.tensorloupe.text.Sentence;

final class LocalFiles implements FileOperations {

  static final int ADMINISTRATOR = 0;
  private static final int STICKY = 01000;

  private static final Path LINUX_NAME = Path.of("/proc/sys/kernel/hostname");

  private static final int OWNER_ONLY = 0600;
  private static final int SHARED = 0666;
  private static final int OTHER_USERS = 077;

  private static final FileAttribute<?>[] PRIVATE_FILE = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };
  private static final FileAttribute<?> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final HeldLocks locks = new HeldLocks();

  @Override
  public int hardLinkCount(Path file) throws IOException {
    return isUnix(file) ? (Integer) Files.getAttribute(file, "unix:nlink") : 1;
  }

  @Override
  public PinnedFolder pin(Path folder) throws IOException {
    if (LinuxCalls.OF_THIS_SYSTEM.isEmpty()) {
      return FileOperations.super.pin(folder);
    }
    LinuxCalls calls = LinuxCalls.OF_THIS_SYSTEM.get();
    // The path of a folder in an open folder begins with a handle, so it is not resolved.
    boolean isInOpenFolder = LinuxCalls.isHandle(folder.getParent());
    Path real = isInOpenFolder ? folder : folder.toRealPath();
    Path handle = calls.openHandle(real);
    try {
      if (!isInOpenFolder && !handle.toRealPath().equals(real)) {
        // A folder of the path has been replaced by a link meanwhile.
        throw new NoSuchFileException(folder.toString());
      }
    } catch (IOException | RuntimeException | Error e) {
      calls.close(handle);
      throw e;
    }
    return PinnedFolder.of(this, folder, handle, () -> calls.close(handle));
  }

  @Override
  public void closeForRename(OpenFile... files) throws IOException {
    if (LinuxCalls.OF_THIS_SYSTEM.isEmpty()) {
      for (OpenFile each : files) {
        each.close();
      }
    }
  }

  @Override
  public OpenFile create(Path file) throws IOException {
    return create(file, OWNER_ONLY);
  }

  @Override
  public OpenFile createShared(Path file) throws IOException {
    return create(file, SHARED);
  }

  private OpenFile create(Path file, int permissions) throws IOException {
    Set<StandardOpenOption> readAndWrite =
        EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (LinuxCalls.OF_THIS_SYSTEM.isPresent()) {
      return openNew(file, LinuxCalls.OF_THIS_SYSTEM.get().create(file, permissions), readAndWrite);
    }
    readAndWrite.add(StandardOpenOption.CREATE_NEW);
    FileAttribute<?>[] attributes =
        isUnix(file) && permissions == OWNER_ONLY ? PRIVATE_FILE : new FileAttribute<?>[0];
    FileChannel channel = FileChannel.open(file, readAndWrite, attributes);
    return new LocalFile(file, file, fileKey(file), channel, locks);
  }

  /// Opens a newly created file. Deletes it if opening fails.
  private OpenFile openNew(Path file, Path handle, Set<StandardOpenOption> options)
      throws IOException {
    try {
      return opened(file, handle, options);
    } catch (IOException | RuntimeException | Error e) {
      try (Closeable _ = () -> close(handle)) {
        Object key = Files.readAttributes(handle, BasicFileAttributes.class).fileKey();
        if (Optional.ofNullable(key).equals(fileKey(file))) {
          Files.delete(file);
        }
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /// Returns the name of this computer. Queries the network only as a fallback.
  @Override
  public String hostName() {
    try {
      if (Files.isReadable(LINUX_NAME)) {
        return Files.readString(LINUX_NAME).strip();
      }
      String windowsName = System.getenv("COMPUTERNAME");
      return windowsName == null ? InetAddress.getLocalHost().getHostName() : windowsName;
    } catch (IOException e) {
      // Process numbers suffice to identify saves of this computer.
      return "localhost";
    }
  }

  static boolean isUnix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  @Override
  public Optional<Path> lockFolder() {
    try {
      Path home = Path.of(System.getProperty("user.home"));
      if (!isUnix(home)) {
        return Optional.empty();
      }
      int user = userId();
      String runtimeFolder = Objects.requireNonNullElse(System.getenv("XDG_RUNTIME_DIR"), "");
      Stream<Path> folders =
          Stream.of(
              Path.of("/run/user/%d/tensorloupe".formatted(user)),
              Path.of("/tmp/tensorloupe-%d".formatted(user)),
              Path.of("/var/tmp/tensorloupe-%d".formatted(user)),
              home.resolve(".cache/tensorloupe-locks"));
      // In order of preference. All programs must choose the same folder, so the environment is
      // used last, if other users have taken the names in public folders.
      return Stream.concat(
              folders,
              PathText.path(runtimeFolder)
                  .filter(Path::isAbsolute)
                  .map(folder -> folder.resolve("tensorloupe-locks"))
                  .stream())
          .filter(folder -> ensurePrivate(folder, user))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Creates a private folder if it does not exist. Returns false if creating it fails or other
  /// users have access.
  static boolean ensurePrivate(Path folder, int user) {
    try {
      if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(folder, PRIVATE_FOLDER);
      }
      Map<String, Object> attributes =
          Files.readAttributes(folder, "unix:uid,mode,isDirectory", LinkOption.NOFOLLOW_LINKS);
      return attributes.get("isDirectory").equals(true)
          && attributes.get("uid").equals(user)
          && ((Integer) attributes.get("mode") & OTHER_USERS) == 0
          && Files.isWritable(folder);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean isTrusted(Path leftover, Path target) throws IOException {
    boolean isFile =
        Files.readAttributes(leftover, BasicFileAttributes.class, ofHandle(leftover))
            .isRegularFile();
    return isFile && hardLinkCount(leftover) == 1 && hasTrustedOwner(leftover, target);
  }

  @Override
  public boolean hasTrustedOwner(Path file, Path target) throws IOException {
    int owner = isUnix(file) ? ownerOf(file) : ADMINISTRATOR;
    return owner == ADMINISTRATOR
        || owner == userId()
        || exists(target) && owner == ownerOf(target);
  }

  static int ownerOf(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:uid", ofHandle(file));
  }

  private static LinkOption[] ofHandle(Path path) {
    return LinuxCalls.isHandle(path)
        ? new LinkOption[0]
        : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
  }

  /// Returns the user ID of this process, or the owner of the home folder if it is unknown.
  static int userId() throws IOException {
    Path processFolder = Path.of("/proc/self");
    Path ownedPath =
        Files.exists(processFolder) ? processFolder : Path.of(System.getProperty("user.home"));
    return (Integer) Files.getAttribute(ownedPath, "unix:uid");
  }

  @Override
  public Set<Restriction> restrictions(Path path) throws IOException {
    Set<Restriction> restrictions = EnumSet.noneOf(Restriction.class);
    LinuxCalls.OF_THIS_SYSTEM.ifPresent(calls -> restrictions.addAll(calls.restrictions(path)));
    if (isUnix(path) && exists(path) && isInStickyFolderOfOthers(path)) {
      restrictions.add(Restriction.STICKY_FOLDER);
    }
    return restrictions;
  }

  private boolean isInStickyFolderOfOthers(Path path) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    int user = userId();
    return folder != null
        && ((Integer) Files.getAttribute(folder, "unix:mode") & STICKY) != 0
        && user != ADMINISTRATOR
        && user != ownerOf(path)
        && user != ownerOf(folder);
  }

  @Override
  public OpenFile openToRead(Path file) throws IOException {
    return open(file, EnumSet.of(StandardOpenOption.READ));
  }

  @Override
  public OpenFile openToWrite(Path file) throws IOException {
    return open(file, EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  private OpenFile open(Path file, Set<StandardOpenOption> options) throws IOException {
    Optional<LinuxCalls> calls = LinuxCalls.OF_THIS_SYSTEM;
    Path handle = calls.isPresent() ? calls.get().openHandle(file) : file;
    try {
      return opened(file, handle, options);
    } catch (IOException | RuntimeException | Error e) {
      close(handle);
      throw e;
    }
  }

  /// Opens the file of a handle, which the caller closes if opening fails.
  private OpenFile opened(Path file, Path handle, Set<StandardOpenOption> options)
      throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(handle, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        // Opening a pipe would block until another process opens its other end.
        throw new FileSystemException(file.toString(), null, TrustedPaths.NOT_REGULAR);
      }
      Optional<Object> key = Optional.ofNullable(attributes.fileKey());
      return new LocalFile(file, handle, key, FileChannel.open(handle, options), locks);
    } catch (FileSystemException e) {
      throw PinnedFolder.renamed(e, file, handle);
    }
  }

  static void close(Path handle) {
    if (LinuxCalls.isHandle(handle)) {
      LinuxCalls.OF_THIS_SYSTEM.orElseThrow().close(handle);
    }
  }

  @Override
  public List<String> copyAttributes(Path from, Path to) throws IOException {
    return new AttributeCopy(from, to, LinuxCalls.OF_THIS_SYSTEM, new ArrayList<>()).run();
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the file system cannot replace a file in one step", e);
    }
  }

  @Override
  public void publish(Path from, Path to) throws IOException {
    if (!isUnix(from)) {
      // Fails if the target exists, and is atomic, on Windows only.
      Files.move(from, to);
      return;
    }
    try {
      Optional<LinuxCalls> calls = LinuxCalls.OF_THIS_SYSTEM;
      if (calls.isPresent() && calls.get().renameNoReplace(from, to)) {
        return;
      }
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      // Append-only folders only permit new links.
    }
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      publishWithoutLink(from, to);
      return;
    }
    try {
      Files.delete(from);
    } catch (IOException e) {
      // Append-only folders allow creating files but not deleting them.
    }
  }

  /// Renames a file on a file system without hard links, reserving the new name with an empty file.
  /// Bytes that another program writes to the empty file after its last check are lost.
  static void publishWithoutLink(Path from, Path to) throws IOException {
    Files.createFile(to);
    Object key = null;
    try {
      key = emptyFileKey(to);
      if (!Objects.equals(emptyFileKey(to), key)) {
        throw new FileAlreadyExistsException(to.toString());
      }
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Object currentKey = emptyFileKey(to);
      if (key == null || key.equals(currentKey)) {
        Files.delete(to);
      }
      throw e;
    }
  }

  /// @throws FileAlreadyExistsException if the file is not empty
  private static Object emptyFileKey(Path file) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.size() > 0) {
      throw new FileAlreadyExistsException(file.toString());
    }
    return attributes.fileKey();
  }

  @Override
  public void renameNoReplace(Path from, Path to) throws IOException {
    if (LinuxCalls.OF_THIS_SYSTEM.isEmpty()
        || !LinuxCalls.OF_THIS_SYSTEM.get().renameNoReplace(from, to)) {
      // Replaces nothing on Windows, and checks before the rename on other systems.
      Files.move(from, to);
    }
  }

  @Override
  public boolean exchange(Path one, Path other) throws IOException {
    return LinuxCalls.OF_THIS_SYSTEM.isPresent()
        && LinuxCalls.OF_THIS_SYSTEM.get().exchange(one, other);
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    if (!isUnix(folder)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      Path path = LinuxCalls.isHandle(folder) ? folder.toRealPath() : folder;
      Object[] words = {Sentence.of(String.valueOf(e.getMessage())), PathText.of(path)};
      throw new SentenceException(
          Sentence.of("its file system does not confirm changes to a folder, {0} ({1}).", words),
          e);
    }
  }

  @Override
  public boolean holdsLock(Path file) {
    try {
      return locks.holds(fileKey(file).orElse(file));
    } catch (IOException e) {
      return false;
    }
  }
}
