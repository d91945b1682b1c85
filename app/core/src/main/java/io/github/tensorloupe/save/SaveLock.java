package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.save.FileOperations.Restriction;
import io.github.tensorloupe.text.Sentence;

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
  /// @return empty where there is a journal already
  /// @throws SaveException if the file is being saved under another name
  /// @throws IOException if the journal cannot be made
  static Optional<SaveLock> create(FileOperations operations, Path target) throws IOException {
    Path path = SaveNames.journal(target);
    OpenFile file;
    try {
      file = operations.create(path);
    } catch (FileAlreadyExistsException e) {
      return Optional.empty();
    }
    try {
      if (operations.exists(target)) {
        // Whoever may read or write the file may look into its journal, and recover it.
        operations.copyAttributes(target, path);
      }
      // Whoever took the new file for an abandoned one has left a mark in it.
      return new SaveLock(operations, path, file).lockedIf(target, () -> file.length() == 0);
    } catch (IOException | RuntimeException | Error e) {
      try (Closeable _ = () -> operations.delete(path)) {
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
      Optional<Object> key = operations.fileKey(path);
      OpenFile file = operations.openToWrite(path);
      return new SaveLock(operations, path, file)
          .lockedIf(
              target,
              () -> {
                boolean isSame = operations.fileKey(path).equals(key);
                if (isSame && file.length() == 0) {
                  // Whoever is about to lock what they have just made learns that it is not theirs.
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
    Sentence why = Sentence.of("there is no folder for it that all programs can write to");
    IOException failure = null;
    try {
      keyLock = FileKeyLock.take(operations, target);
    } catch (SaveException e) {
      throw e;
    } catch (IOException e) {
      why = SaveSentences.reason(e);
      failure = e;
    }
    // A file with one name needs no other lock than the one beside it.
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

  private interface Check {
    boolean isRight() throws IOException;
  }

  private Optional<SaveLock> lockedIf(Path target, Check check) throws IOException {
    try {
      if (acquire() && check.isRight()) {
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

  /// Says whether the file may be half written, so that only the journal can put it right.
  void setNeeded(boolean needed) {
    isNeeded = needed;
  }

  /// Gives the lock back after a failure, and deletes the journal unless the file needs it.
  void giveUp() throws IOException {
    if (isNeeded) {
      close();
    } else {
      release();
    }
  }

  /// Deletes the journal and gives the lock back. The disk may still have it after a power cut.
  void release() throws IOException {
    try (Closeable _ = this::giveBack) {
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
