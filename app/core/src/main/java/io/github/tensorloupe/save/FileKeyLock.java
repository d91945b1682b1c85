package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// A lock against other programs of this user that save a file under another name, a hard link or a
/// bind mount. It is a lock on a file in a private folder that is named after the file key of the
/// saved file. The lock file contains the path of the saved file, and remains if the program is
/// killed.
///
/// The saved file stays open while the lock is held. Otherwise the file system could assign the key
/// of a replaced file to a new file, whose saves would be refused.
record FileKeyLock(FileOperations operations, Path path, OpenFile file, OpenFile saved)
    implements Closeable {

  private static final int ATTEMPTS = 100;
  private static final int MAX_PATH_BYTES = 1 << 14;

  /// @return the lock, or empty if the folder for locks is missing or the file system has no keys
  /// @throws SaveException if another program holds the lock
  static Optional<FileKeyLock> acquire(FileOperations operations, Path target) throws IOException {
    Optional<Path> path = pathOf(operations, target);
    for (int attempt = 0; path.isPresent() && attempt < ATTEMPTS; attempt++) {
      Optional<FileKeyLock> lock = tryAcquire(operations, path.get(), target);
      if (lock.isPresent()) {
        return lock;
      }
    }
    return Optional.empty();
  }

  /// Tries once to acquire the lock. The lock file must still be at its path after it is locked,
  /// because releasing a lock deletes its file.
  private static Optional<FileKeyLock> tryAcquire(FileOperations operations, Path path, Path target)
      throws IOException {
    try {
      OpenFile file =
          operations.exists(path) ? operations.openToWrite(path) : operations.create(path);
      try {
        if (!file.tryLock(false)) {
          throw heldElsewhere(target, savedPath(file));
        }
        if (FileOperations.isAt(operations, path, file)) {
          byte[] bytes = PathBytes.of(target);
          Transfer.write(file, Arrays.copyOf(bytes, bytes.length + 1), 0);
          return Optional.of(
              new FileKeyLock(operations, path, file, operations.openToRead(target)));
        }
      } catch (IOException | RuntimeException | Error e) {
        try (file) {
          throw e;
        }
      }
      file.close();
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      // Another program has just created or released the lock.
    }
    return Optional.empty();
  }

  private static SaveException heldElsewhere(Path target, Optional<Path> savedPath) {
    Sentence reason =
        savedPath.isPresent()
            ? Sentence.of(
                "another program is saving it under another of its names, {0}",
                PathText.of(savedPath.get()))
            : Sentence.of("another program is saving it under another of its names");
    return SaveSentences.unchanged(target, reason);
  }

  /// Reads the bytes before the first zero byte, which no path contains. A longer path of an
  /// earlier save may follow.
  private static Optional<Path> savedPath(OpenFile file) {
    try {
      byte[] bytes = Transfer.read(file, 0, (int) Math.min(MAX_PATH_BYTES, file.length()));
      int end = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(0);
      return end > 0 ? Optional.of(PathBytes.path(Arrays.copyOf(bytes, end))) : Optional.empty();
    } catch (IOException e) {
      // The path is only a hint, and some systems do not allow reading a locked file.
      return Optional.empty();
    }
  }

  private static Optional<Path> pathOf(FileOperations operations, Path target) throws IOException {
    Optional<Object> key =
        operations.exists(target) ? operations.fileKey(target) : Optional.empty();
    return key.flatMap(known -> pathOf(operations, known.toString()));
  }

  private static Optional<Path> pathOf(FileOperations operations, String key) {
    String name = key.replaceAll("[^\\w=]+", "-");
    return operations.lockFolder().map(folder -> folder.resolve(name));
  }

  /// The lock of another program, held or abandoned.
  ///
  /// @param savedPath the path of the saved file, or empty if it cannot be read
  record Trace(boolean isRunning, Optional<Path> savedPath) {}

  /// Finds the lock of another program for a file. Changes nothing.
  static Optional<Trace> find(FileOperations operations, Path target) throws IOException {
    Optional<Path> path = pathOf(operations, target);
    if (path.isEmpty() || !operations.exists(path.get())) {
      return Optional.empty();
    }
    try (OpenFile file = operations.openToRead(path.get())) {
      boolean isRunning = operations.holdsLock(path.get()) || !file.tryLock(true);
      return Optional.of(new Trace(isRunning, savedPath(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /// Deletes the lock file that an interrupted rewrite has left for the file that it replaced. Has
  /// no effect if another program uses it or was interrupted while saving the file under another
  /// name.
  ///
  /// @param key the file key of the replaced file
  static void deleteAbandoned(FileOperations operations, String key, Path target) {
    Optional<Path> path = pathOf(operations, key);
    if (path.isEmpty()) {
      return;
    }
    try (OpenFile file = operations.openToWrite(path.get())) {
      if (file.tryLock(false)
          && FileOperations.isAt(operations, path.get(), file)
          && savedPath(file).equals(Optional.of(target))) {
        operations.delete(path.get());
      }
    } catch (IOException e) {
      // The lock file does not exist, or it remains as an outdated hint.
    }
  }

  void release() throws IOException {
    try (this) {
      operations.delete(path);
    } catch (IOException e) {
      // The next save reuses a remaining lock file.
    }
  }

  /// Releases the lock without deleting its file, whose content leads to the journal.
  @Override
  public void close() throws IOException {
    try (saved) {
      file.close();
    }
  }
}
