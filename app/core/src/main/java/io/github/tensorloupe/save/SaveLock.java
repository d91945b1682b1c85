package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.save.FileOperations.Restriction;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoSupplier;

/// Keeps other programs from saving the same file: a sibling file that is made only where there is
/// none, with a lock on it that the operating system gives back when the program ends, however it
/// ends. The same file is the journal.
///
/// A lock on the target itself would vanish as soon as anyone in the program closed the target. A
/// [FileKeyLock] besides keeps out who comes by another name of the file.
final class SaveLock implements Closeable {

  // Whoever looks at the journal holds a shared lock for a moment.
  private static final int ATTEMPTS = 40;
  private static final long PAUSE_MILLIS = 5;

  private static final byte[] TAKEN_OVER = {0};

  private final FileOperations operations;
  private final Path path;
  final OpenFile file;
  private Optional<FileKeyLock> keyLock = Optional.empty();
  private boolean isNeeded;

  private SaveLock(FileOperations operations, Path path, OpenFile file) {
    this.operations = operations;
    this.path = path;
    this.file = file;
  }

  /// Takes the lock for a new save.
  ///
  /// @param key of the target, whose attributes the journal gets; if empty, the journal is private
  /// @return empty if there is a journal already
  /// @throws SaveException if the file is being saved under another name
  /// @throws IOException if the journal cannot be made
  static Optional<SaveLock> create(FileOperations operations, Path target, Optional<String> key)
      throws IOException {
    Path path = SaveNames.journal(target);
    OpenFile file;
    try {
      file = operations.create(path);
    } catch (FileAlreadyExistsException e) {
      return Optional.empty();
    }
    try {
      if (key.isPresent()) {
        // Users that may read or write the file may examine its journal and recover it.
        try (OpenFile original = operations.openToRead(target)) {
          if (original.key().map(Object::toString).equals(key)) {
            operations.copyAttributes(original.handle(), file.handle());
          }
        }
      }
      // A program that took the new file for an abandoned one has written into it.
      return new SaveLock(operations, path, file).lockedIf(target, () -> file.length() == 0);
    } catch (IOException | RuntimeException | Error e) {
      try (Closeable _ = () -> delete(operations, path, file)) {
        throw e;
      }
    }
  }

  /// Takes the lock of a save that was interrupted.
  ///
  /// @return empty where someone else holds it or has put things right meanwhile, or where the
  ///   journal is a stranger's
  static Optional<SaveLock> takeOver(FileOperations operations, Path target) throws IOException {
    Path path = SaveNames.journal(target);
    try {
      if (operations.holdsLock(path) || !operations.isTrusted(path, target)) {
        return Optional.empty();
      }
      OpenFile file = operations.openToWrite(path);
      return new SaveLock(operations, path, file)
          .lockedIf(
              target,
              () -> {
                boolean isSame =
                    operations.isTrusted(file.handle(), target)
                        && FileOperations.isAt(operations, path, file);
                if (isSame && file.length() == 0) {
                  // A program that is about to lock the journal it just created sees this byte.
                  Transfer.write(file, TAKEN_OVER, 0);
                }
                return isSame;
              });
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /// @throws SaveException if someone else has it
  private void takeKey(Path target) throws IOException {
    Sentence why = Sentence.of("the folder for the lock is missing");
    IOException failure = null;
    try {
      keyLock = FileKeyLock.take(operations, target);
    } catch (SaveException e) {
      throw e;
    } catch (IOException e) {
      why = SaveSentences.reason(e);
      failure = e;
    }
    // A file with one name needs no other lock than the journal.
    if (keyLock.isEmpty()
        && operations.exists(target)
        && (operations.hardLinkCount(target) > 1
            || operations.restrictions(target).contains(Restriction.MOUNT_POINT))) {
      throw SaveSentences.unchanged(
          target,
          Sentence.of(
              "it has several names (hard links or mounts), and saves under its other names cannot"
                  + " be kept out: {0}",
              why),
          failure);
    }
  }

  private Optional<SaveLock> lockedIf(Path target, IoSupplier<Boolean> check) throws IOException {
    try {
      if (acquire() && check.get()) {
        takeKey(target);
        return Optional.of(this);
      }
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
    close();
    return Optional.empty();
  }

  private boolean acquire() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (file.tryLock(false)) {
        return true;
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  /// Sets whether the journal is needed: the file may be half written, or a draft remains.
  void setNeeded(boolean needed) {
    isNeeded = needed;
  }

  /// Releases the lock, and deletes the journal unless it is needed.
  void giveUp() throws IOException {
    if (isNeeded) {
      close();
    } else {
      release();
    }
  }

  /// Deletes the journal and releases the lock. The journal may exist again after a power cut.
  void release() throws IOException {
    try (Closeable _ = this::giveBack) {
      delete(operations, path, file);
    }
  }

  /// Deletes the journal unless its name belongs to another file.
  private static void delete(FileOperations operations, Path path, OpenFile journal)
      throws IOException {
    if (operations.fileKey(path).equals(journal.key())) {
      operations.delete(path);
    }
  }

  private void giveBack() throws IOException {
    try (file) {
      if (keyLock.isPresent()) {
        keyLock.get().release();
        keyLock = Optional.empty();
      }
    }
  }

  /// Gives the journal another name, and the lock back.
  void setAside(Path aside) throws IOException {
    try (Closeable _ = this::giveBack) {
      operations.rename(path, aside);
    }
  }

  /// Gives the lock back and leaves the journal where it is.
  @Override
  public void close() throws IOException {
    try (file) {
      if (keyLock.isPresent()) {
        keyLock.get().close();
      }
    }
  }
}
