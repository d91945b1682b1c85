package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Sentence;

/// New files that lie beside their targets until they are whole. Whoever writes one holds a lock on
/// it, which the system takes back however the program ends: a draft that nobody has locked is
/// abandoned. Thread-safe.
public record Drafts(FileOperations operations) {

  /// Drafts of earlier versions, which do not tell their target.
  private static final Pattern NAMELESS = Pattern.compile("\\.tensorloupe-[0-9a-f]+\\.part");

  /// The attempts to make anew a draft that was taken for abandoned before it was locked.
  private static final int ATTEMPTS = 10;

  /// A draft that was made.
  ///
  /// @param file locked until it is closed; nothing else in the program may open the path
  ///   meanwhile, for some systems forget the lock then
  public record Opened(Path path, OpenFile file) {}

  /// Makes a draft and opens it.
  ///
  /// @param isPrivate true if only its owner may read it
  public Opened create(Path target, boolean isPrivate) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Path path = SaveNames.part(target, Long.toHexString(System.nanoTime()));
      try {
        OpenFile file = isPrivate ? operations.create(path) : operations.createShared(path);
        if (isKept(path, file)) {
          return new Opened(path, file);
        }
      } catch (FileAlreadyExistsException e) {
        // Another program was at it in the same nanosecond.
      }
    }
    throw new IOException("another program keeps deleting the draft");
  }

  /// Opens the draft that an earlier attempt left under a name of its own, or makes it. All other
  /// drafts of the target that nobody writes are deleted: they are not gone on with.
  ///
  /// @param unique from 1 to 16 hexadecimal digits, which tell this content from all others
  /// @throws FileAlreadyExistsException if there is something that no program left so
  /// @throws IOException if another program is writing it, or it cannot be opened
  public Opened reopen(Path target, String unique) throws IOException {
    Path path = SaveNames.part(target, unique);
    boolean isThere = operations.exists(path);
    if (isThere && !operations.isTrusted(path, target)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    OpenFile file = isThere ? operations.openToWrite(path) : operations.createShared(path);
    if (!isLocked(file)
        || !FileOperations.isAt(operations, path, file)
        || !operations.isTrusted(file.handle(), target)) {
      file.close();
      throw new IOException("another program is writing it");
    }
    for (Path other : of(target)) {
      if (!other.equals(path)) {
        deleteIfPossible(other);
      }
    }
    return new Opened(path, file);
  }

  private void deleteIfPossible(Path draft) {
    try {
      delete(draft);
    } catch (IOException e) {
      // It takes room, and does no harm.
    }
  }

  /// Locks a new draft, unless someone was faster and takes it for abandoned.
  private boolean isKept(Path path, OpenFile file) throws IOException {
    boolean isKept = false;
    try {
      isKept = isLocked(file) && FileOperations.isAt(operations, path, file);
    } finally {
      if (!isKept) {
        file.close();
      }
    }
    return isKept;
  }

  /// On a file system without locks, nobody can take the draft for abandoned either.
  private static boolean isLocked(OpenFile file) {
    try {
      return file.tryLock(false);
    } catch (IOException e) {
      return true;
    }
  }

  public static boolean isDraft(Path path) {
    return SaveNames.targetOfPart(path).isPresent()
        || NAMELESS.matcher(String.valueOf(path.getFileName())).matches();
  }

  /// The file that a draft was to be, cut if its name is long; empty where its name does not tell.
  public static Optional<Path> targetOf(Path draft) {
    return SaveNames.targetOfPart(draft);
  }

  /// The drafts of a file, which need not be there itself; or the draft itself, if it is one.
  public List<Path> of(Path file) throws IOException {
    if (isDraft(file)) {
      return operations.exists(file) ? List.of(file) : List.of();
    }
    Path target = Leftovers.targetOf(operations, file);
    Path folder = target.getParent();
    return folder == null || !operations.exists(folder)
        ? List.of()
        : found(folder, each -> SaveNames.isPartOf(each, target));
  }

  /// The drafts in a folder, not in those below.
  public List<Path> in(Path folder) throws IOException {
    return found(folder, Drafts::isDraft);
  }

  private List<Path> found(Path folder, Predicate<Path> isMeant) throws IOException {
    return operations.list(folder).stream().filter(isMeant).sorted().toList();
  }

  /// True if a program is writing a draft at this moment.
  ///
  /// @throws IOException if it cannot be opened, or the file system knows no locks
  public boolean isInUse(Path draft) throws IOException {
    if (operations.holdsLock(draft)) {
      return true;
    }
    try (OpenFile file = operations.openToRead(draft)) {
      return !file.tryLock(true);
    }
  }

  /// Deletes a draft, unless a program is writing it.
  ///
  /// @return true if it is gone
  /// @throws IOException if that fails; the message is a sentence
  public boolean delete(Path draft) throws IOException {
    if (operations.holdsLock(draft)) {
      return false;
    }
    try (OpenFile file = operations.openToWrite(draft)) {
      if (!file.tryLock(false) || !FileOperations.isAt(operations, draft, file)) {
        return false;
      }
      operations.delete(draft);
      return true;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      Object[] words = {PathText.of(draft), WriteFailures.reason(e)};
      throw new SentenceException(
          Sentence.of("The draft {0} could not be deleted: {1}.", words), e);
    }
  }
}
