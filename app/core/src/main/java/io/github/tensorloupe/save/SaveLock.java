package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoFunction;

/// A lock against other programs that save the same file. It is a lock on the journal, which is
/// next to the target. The operating system releases the lock when the program ends.
///
/// The target itself is not locked, because POSIX systems release a lock when the program closes
/// any descriptor of the file. A [FileKeyLock] excludes programs that save the file under another
/// name.
final class SaveLock implements Closeable {

  // The lock is retried, because programs that inspect the journal hold a shared lock briefly.
  private static final int ATTEMPTS = 40;
  private static final long PAUSE_MILLIS = 5;

  private static final int COPIED_BYTES = 1 << 20;
  private static final byte[] TAKEN_OVER = {0};

  private final FileOperations operations;
  private Path path;
  OpenFile file;
  private Optional<FileKeyLock> keyLock = Optional.empty();

  /// True if the journal must remain, because the file may be incomplete or a draft exists.
  boolean isNeeded;

  private SaveLock(FileOperations operations, Path path, OpenFile file) {
    this.operations = operations;
    this.path = path;
    this.file = file;
  }

  /// Creates and locks the journal of a new save.
  ///
  /// @param key the file key of the target, whose attributes are copied to the journal; if empty,
  ///   only the owner can access the journal
  /// @return the lock, or empty if a journal exists
  /// @throws SaveException if the file is being saved under another name
  static Optional<SaveLock> create(FileOperations operations, Path target, Optional<String> key)
      throws IOException {
    Path path = SaveNames.journal(target);
    OpenFile file;
    try {
      file = operations.create(path);
    } catch (FileAlreadyExistsException e) {
      return Optional.empty();
    }
    return new SaveLock(operations, path, file)
        .lockedIf(
            target,
            true,
            lock -> {
              // Another program may have taken over the new journal before it was locked.
              boolean isOwn = lock.length() == 0 && FileOperations.isAt(operations, path, lock);
              if (isOwn && key.isPresent()) {
                copyAttributes(operations, target, key.get(), lock);
              }
              return isOwn;
            });
  }

  /// Copies the attributes of the target to its new journal, because all users of the file must be
  /// able to inspect its journal and recover it.
  private static void copyAttributes(
      FileOperations operations, Path target, String key, OpenFile journal) throws IOException {
    try (OpenFile original = operations.openToRead(target)) {
      if (original.key().map(Object::toString).filter(key::equals).isPresent()) {
        operations.copyAttributes(original.handle(), journal.handle());
      }
    }
  }

  /// Locks the journal of an interrupted save.
  ///
  /// @param path the path of the journal, which may have been set aside
  /// @return the lock, or empty if another program holds the lock or has recovered the file
  ///   meanwhile, or if the journal is not trusted
  static Optional<SaveLock> takeOver(FileOperations operations, Path target, Path path)
      throws IOException {
    try {
      if (operations.holdsLock(path) || !operations.isTrusted(path, target)) {
        return Optional.empty();
      }
      OpenFile file = operations.openToWrite(path);
      return new SaveLock(operations, path, file)
          .lockedIf(
              target,
              false,
              lock -> {
                boolean isSame =
                    operations.isTrusted(lock.handle(), target)
                        && FileOperations.isAt(operations, path, lock);
                if (isSame && lock.length() == 0) {
                  // Notifies a program that has created the journal but not yet locked it.
                  Transfer.write(lock, TAKEN_OVER, 0);
                }
                return isSame;
              });
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /// @throws SaveException if another program holds the lock
  private void acquireKeyLock(Path target) throws IOException {
    Sentence reason =
        Sentence.of(
            "no private folder for the lock could be created; set XDG_RUNTIME_DIR to a folder that"
                + " only you can write to");
    IOException failure = null;
    try {
      keyLock = FileKeyLock.acquire(operations, target);
    } catch (SaveException e) {
      throw e;
    } catch (IOException e) {
      reason = SaveSentences.reason(e);
      failure = e;
    }
    // The lock of the journal suffices for a file with one name.
    if (keyLock.isEmpty()
        && operations.exists(target)
        && FileOperations.hasSeveralNames(operations, target)) {
      throw SaveSentences.unchanged(
          target,
          Sentence.of(
              "it has several names (hard links or mounts), and saves under its other names cannot"
                  + " be kept out: {0}",
              reason),
          failure);
    }
  }

  /// @param isNew true if this instance created the journal
  private Optional<SaveLock> lockedIf(
      Path target, boolean isNew, IoFunction<OpenFile, Boolean> check) throws IOException {
    boolean isLocked = false;
    try {
      isLocked = acquire(file, false) || acquireCopy(target);
      if (isLocked && check.apply(file)) {
        acquireKeyLock(target);
        return Optional.of(this);
      }
    } catch (IOException | RuntimeException | Error e) {
      try (this;
          Closeable _ = isNew || isLocked ? this::deleteEmpty : () -> {}) {
        throw e;
      }
    }
    close();
    return Optional.empty();
  }

  /// Deletes the journal if it is empty. A program that created it leaves it to the program that
  /// took it over.
  private void deleteEmpty() throws IOException {
    if (file.length() <= TAKEN_OVER.length) {
      delete(operations, path, file);
    }
  }

  /// Replaces a journal that a reader has locked by a locked copy, because the reader may never
  /// release its lock.
  ///
  /// @return false if a save or another recovery has locked the journal, or if the copy cannot have
  ///   the owner of the journal, who would not trust it
  private boolean acquireCopy(Path target) throws IOException {
    if (!file.isLockedByReader() || !operations.isTrusted(file.handle(), target)) {
      return false;
    }
    Drafts.Opened copy = new Drafts(operations).create(target, true);
    Replacement replacement = new Replacement(operations, copy.path(), path, copy.file().key());
    try (OpenFile old = file) {
      if (operations.copyAttributes(old.handle(), copy.file().handle()).contains("owner")) {
        return false;
      }
      long end = old.length();
      for (long at = 0; at < end; at += COPIED_BYTES) {
        byte[] piece = Transfer.read(old, at, (int) Math.min(COPIED_BYTES, end - at));
        Transfer.write(copy.file(), piece, at);
      }
      copy.file().force();
      replacement.run(
          false,
          replaced -> {
            if (!FileOperations.isAt(operations, replaced, old) || !old.isLockedByReader()) {
              throw new NoSuchFileException(path.toString());
            }
          });
      file = copy.file();
      replacement.deleteReplaced(old.key().map(Object::toString));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } finally {
      if (file != copy.file()) {
        try (OpenFile _ = copy.file()) {
          replacement.deleteDraft();
        }
      }
    }
  }

  /// Locks a journal. Retries, because other programs may examine it.
  static boolean acquire(OpenFile file, boolean isShared) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (file.tryLock(isShared)) {
        return true;
      }
      if (!pause()) {
        return false;
      }
    }
    return false;
  }

  /// Waits before another attempt. Returns false if the thread is interrupted.
  static boolean pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Releases the lock, and deletes the journal unless it must remain.
  void releaseUnlessNeeded() throws IOException {
    if (isNeeded) {
      close();
    } else {
      release();
    }
  }

  /// Deletes the journal and releases the lock. The deletion is not forced, so the journal may
  /// reappear after a power failure.
  void release() throws IOException {
    try (Closeable _ = this::releaseLocks) {
      delete(operations, path, file);
    }
  }

  /// Deletes the journal unless its name belongs to another file.
  private static void delete(FileOperations operations, Path path, OpenFile journal)
      throws IOException {
    if (operations.fileKey(path).equals(journal.key())) {
      FileOperations.deleteIfExists(operations, path);
    }
  }

  private void releaseLocks() throws IOException {
    try (OpenFile _ = file) {
      if (keyLock.isPresent()) {
        keyLock.get().release();
        keyLock = Optional.empty();
      }
    }
  }

  /// Renames a journal that was set aside to its active name, unless that name exists.
  void activate(Path journal) throws IOException {
    if (!path.equals(journal)) {
      if (operations.exists(journal)) {
        throw new FileAlreadyExistsException(journal.toString());
      }
      // Not published by a hard link, because a journal with two names is not trusted.
      new Replacement(operations, path, journal, file.key()).overwrite();
      path = journal;
    }
  }

  /// Renames the journal and releases the lock.
  void setAside(Path stalePath) throws IOException {
    try (Closeable _ = this::releaseLocks) {
      new Replacement(operations, path, stalePath, file.key()).overwrite();
    }
  }

  /// Releases the lock without deleting the journal.
  @Override
  public void close() throws IOException {
    try (OpenFile _ = file) {
      if (keyLock.isPresent()) {
        keyLock.get().close();
      }
    }
  }
}
