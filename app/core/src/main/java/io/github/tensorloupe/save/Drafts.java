package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Sentence;

/// New files next to their targets that are renamed once they are complete. The writing program
/// locks its draft; the operating system releases the lock when the program ends. An unlocked draft
/// is abandoned. Thread-safe.
public record Drafts(FileOperations operations) {

  /// Names of drafts of earlier versions, which do not contain the target.
  private static final Pattern NAMELESS = Pattern.compile("\\.tensorloupe-[0-9a-f]+\\.part");

  /// The maximum number of attempts, because another program may delete a new draft before it is
  /// locked.
  private static final int ATTEMPTS = 10;

  /// An open draft.
  ///
  /// @param file locked until it is closed. The path must not be opened again in the meantime,
  ///   because POSIX systems release a lock when any descriptor of the file is closed
  public record Opened(Path path, OpenFile file) {}

  /// Creates, opens and locks a draft.
  ///
  /// @param isPrivate true if only the owner may read the draft
  public Opened create(Path target, boolean isPrivate) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Path path = SaveNames.part(target, Long.toHexString(System.nanoTime()));
      try {
        OpenFile file = isPrivate ? operations.create(path) : operations.createShared(path);
        if (lockNewDraft(path, file)) {
          return new Opened(path, file);
        }
      } catch (FileAlreadyExistsException e) {
        // Another program has chosen the same name.
      }
    }
    throw new IOException("another program keeps deleting the draft");
  }

  /// Opens and locks the draft of an earlier attempt, or creates it. Deletes all other abandoned
  /// drafts of the target.
  ///
  /// @param unique 1 to 16 hexadecimal digits that identify the content
  /// @throws FileAlreadyExistsException if a file with this name is not a trusted draft
  /// @throws IOException if another program is writing the draft, or if it cannot be opened
  public Opened reopen(Path target, String unique) throws IOException {
    Path path = SaveNames.part(target, unique);
    boolean exists = operations.exists(path);
    if (exists && !operations.isTrusted(path, target)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    OpenFile file = exists ? operations.openToWrite(path) : operations.createShared(path);
    if (!file.tryLockIfSupported()
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
      delete(operations, draft);
    } catch (IOException e) {
      // An abandoned draft is harmless except for its size.
    }
  }

  /// Locks a new draft. If another program has locked or deleted it, closes it, deletes it and
  /// returns false.
  private boolean lockNewDraft(Path path, OpenFile file) throws IOException {
    boolean isLocked = false;
    try {
      // Without lock support, other programs do not delete drafts either.
      isLocked = file.tryLockIfSupported() && FileOperations.isAt(operations, path, file);
      return isLocked;
    } finally {
      if (!isLocked) {
        try (file) {
          if (FileOperations.isAt(operations, path, file)) {
            FileOperations.deleteIfExists(operations, path);
          }
        }
      }
    }
  }

  public static boolean isDraft(Path path) {
    return SaveNames.targetOfPart(path).isPresent()
        || NAMELESS.matcher(String.valueOf(path.getFileName())).matches();
  }

  /// Returns the target of a draft, with a truncated name if the name is long, or empty if the name
  /// of the draft does not contain a target.
  public static Optional<Path> targetOf(Path draft) {
    return SaveNames.targetOfPart(draft);
  }

  /// Returns the drafts of a file that need not exist, or the given path if it is a draft itself.
  public List<Path> of(Path file) throws IOException {
    if (isDraft(file)) {
      return operations.exists(file) ? List.of(file) : List.of();
    }
    Path target = SaveArtifacts.targetOf(operations, file);
    Path folder = target.getParent();
    return folder == null || !operations.exists(folder)
        ? List.of()
        : find(folder, each -> SaveNames.isPartOf(each, target));
  }

  /// Returns the drafts in a folder, excluding subfolders.
  public List<Path> in(Path folder) throws IOException {
    return find(folder, Drafts::isDraft);
  }

  private List<Path> find(Path folder, Predicate<Path> filter) throws IOException {
    return operations.list(folder).stream().filter(filter).sorted().toList();
  }

  /// Returns true if a program is writing the draft.
  ///
  /// @throws IOException if the draft cannot be opened or the file system does not support locks
  public boolean isInUse(Path draft) throws IOException {
    if (operations.holdsLock(draft)) {
      return true;
    }
    try (OpenFile file = operations.openToRead(draft)) {
      return !file.tryLock(true);
    }
  }

  /// Deletes a draft unless a program is writing it.
  ///
  /// @return false if a program is writing it
  /// @throws NoSuchFileException if the draft does not exist, for example because its program has
  ///   just renamed it
  /// @throws IOException if deleting fails; the message is a sentence
  public boolean delete(Path draft) throws IOException {
    try {
      // The folder may have been replaced by a link since it was listed.
      Path folder = TrustedPaths.resolve(draft.toAbsolutePath().getParent());
      try (PinnedFolder pinned = operations.pinResolved(folder)) {
        return delete(pinned.operations(), folder.resolve(draft.getFileName()));
      }
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      Object[] words = {PathText.of(draft), WriteFailures.reason(e)};
      throw new SentenceException(
          Sentence.of("The draft {0} could not be deleted: {1}.", words), e);
    }
  }

  private static boolean delete(FileOperations files, Path draft) throws IOException {
    if (files.holdsLock(draft)) {
      return false;
    }
    try (OpenFile file = files.openToWrite(draft)) {
      if (!file.tryLock(false) && !file.isLockedByReader()
          || !FileOperations.isAt(files, draft, file)) {
        return false;
      }
      files.delete(draft);
      return true;
    }
  }
}
