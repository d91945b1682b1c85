package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.LocalFile.HeldLocks;
import io.github.tensorloupe.text.Sentence;

/// The file systems of this computer.
final class LocalFiles implements FileOperations {

  private static final int ADMINISTRATOR = 0;
  private static final int STICKY = 01000;
  private static final int WORLD_WRITABLE_STICKY = 01777;
  private static final int ALL_PERMISSIONS = 07777;

  private static final Path LINUX_NAME = Path.of("/proc/sys/kernel/hostname");

  /// Every program takes the first that can be had, which is the same for all.
  private static final List<String> LOCK_FOLDERS =
      List.of("/tmp/tensorloupe-locks", "/var/tmp/tensorloupe-locks", "/dev/shm/tensorloupe-locks");

  private static final Set<StandardOpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private static final FileAttribute<?>[] OWNER_ONLY = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  private final HeldLocks locks = new HeldLocks();
  private final String hostName = nameOfThisComputer();

  @Override
  public int hardLinkCount(Path file) throws IOException {
    return isUnix(file) ? (Integer) Files.getAttribute(file, "unix:nlink") : 1;
  }

  @Override
  public OpenFile create(Path file) throws IOException {
    FileAttribute<?>[] attributes = isUnix(file) ? OWNER_ONLY : new FileAttribute<?>[0];
    return opened(file, FileChannel.open(file, NEW_FILE, attributes));
  }

  @Override
  public OpenFile createShared(Path file) throws IOException {
    return opened(file, FileChannel.open(file, NEW_FILE));
  }

  /// Found without asking a network where that can be avoided.
  private static String nameOfThisComputer() {
    try {
      if (Files.isReadable(LINUX_NAME)) {
        return Files.readString(LINUX_NAME).strip();
      }
      String windowsName = System.getenv("COMPUTERNAME");
      return windowsName == null ? InetAddress.getLocalHost().getHostName() : windowsName;
    } catch (IOException e) {
      // A computer without a name can still tell its own saves by their process.
      return "localhost";
    }
  }

  private static boolean isUnix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  @Override
  public void createForAll(Path file) throws IOException {
    create(file).close();
    if (isUnix(file)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    }
  }

  @Override
  public Optional<Path> machineFolder() {
    return LOCK_FOLDERS.stream().map(Path::of).filter(LocalFiles::isLockFolder).findFirst();
  }

  private static boolean isLockFolder(Path folder) {
    if (!isUnix(folder)) {
      return false;
    }
    try {
      if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(folder);
      }
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      int mode = (Integer) Files.getAttribute(folder, "unix:mode") & ALL_PERMISSIONS;
      if (mode != WORLD_WRITABLE_STICKY && ownerOf(folder) == userId()) {
        Files.setAttribute(folder, "unix:mode", WORLD_WRITABLE_STICKY);
      }
      return Files.isWritable(folder);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean isTrusted(Path leftover, Path target) throws IOException {
    if (!Files.isRegularFile(leftover, LinkOption.NOFOLLOW_LINKS) || hardLinkCount(leftover) > 1) {
      return false;
    }
    int owner = isUnix(leftover) ? ownerOf(leftover) : ADMINISTRATOR;
    return owner == ADMINISTRATOR
        || owner == userId()
        || exists(target) && owner == ownerOf(target);
  }

  private static int ownerOf(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  /// If the system does not say, the owner of the home folder is taken as the user.
  private static int userId() throws IOException {
    Path self = Path.of("/proc/self");
    Path own = Files.exists(self) ? self : Path.of(System.getProperty("user.home"));
    return (Integer) Files.getAttribute(own, "unix:uid");
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
    requireFile(file);
    return opened(file, FileChannel.open(file, StandardOpenOption.READ));
  }

  @Override
  public OpenFile openToWrite(Path file) throws IOException {
    requireFile(file);
    return opened(file, FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /// Opening a pipe would wait for whoever holds its other end.
  private static void requireFile(Path file) throws IOException {
    if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
      throw new FileSystemException(file.toString(), null, "it is not a regular file");
    }
  }

  private OpenFile opened(Path file, FileChannel channel) {
    return new LocalFile(file, lockKey(file), channel, locks);
  }

  /// One file may have several paths.
  private Object lockKey(Path file) {
    try {
      return fileKey(file).orElse(file);
    } catch (IOException e) {
      return file;
    }
  }

  @Override
  public List<String> copyAttributes(Path from, Path to) throws IOException {
    return new AttributeCopy(from, to, new ArrayList<>()).run();
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
      // One call of the system here; elsewhere Java looks first and renames then.
      Files.move(from, to);
      return;
    }
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      Optional<LinuxCalls> calls = LinuxCalls.OF_THIS_SYSTEM;
      if (calls.isEmpty() || !calls.get().renameToFree(from, to)) {
        publishWithoutLink(from, to);
      }
      return;
    }
    try {
      Files.delete(from);
    } catch (IOException e) {
      // Some folders take new names and let nobody take old ones away.
    }
  }

  /// For file systems without hard links: an empty file of our own takes the name, and gives way.
  static void publishWithoutLink(Path from, Path to) throws IOException {
    Files.createFile(to);
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (Files.size(to) == 0) {
        Files.delete(to);
      }
      throw e;
    }
  }

  @Override
  public boolean exchange(Path one, Path other) throws IOException {
    Optional<LinuxCalls> calls = LinuxCalls.OF_THIS_SYSTEM;
    return calls.isPresent() && calls.get().exchange(one, other);
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
      Object[] words = {Sentence.of(String.valueOf(e.getMessage())), PathText.of(folder)};
      throw new SentenceException(
          Sentence.of("its file system does not confirm changes to a folder, {0} ({1}).", words),
          e);
    }
  }

  @Override
  public boolean holdsLock(Path file) {
    return locks.holds(lockKey(file));
  }

  @Override
  public String hostName() {
    return hostName;
  }
}
