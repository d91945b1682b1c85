package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// Excludes other programs of this user that save the same file under another name, a hard link or
/// a bind mount: a locked file in a private folder, named after the file key of the saved file. It
/// holds the path under which the file is being saved, and remains if a save is killed.
///
/// The saved file is kept open meanwhile: a file system gives the key of a file that was replaced
/// and closed to the next new file, whose save would then be refused.
///
/// @param path of the locked file
/// @param saved the file that the lock is for
record FileKeyLock(FileOperations operations, Path path, OpenFile file, OpenFile saved)
    implements Closeable {

  private static final int ATTEMPTS = 100;
  private static final int MAX_PATH_BYTES = 1 << 14;

  /// Takes the lock of the file that a path leads to.
  ///
  /// @return empty where there are no such locks, or the file system has no name for the file
  /// @throws SaveException if someone else holds it
  /// @throws IOException if there are such locks and this one cannot be had
  static Optional<FileKeyLock> take(FileOperations operations, Path target) throws IOException {
    Optional<Path> place = placeOf(operations, target);
    for (int attempt = 0; place.isPresent() && attempt < ATTEMPTS; attempt++) {
      Optional<FileKeyLock> lock = attempt(operations, place.get(), target);
      if (lock.isPresent()) {
        return lock;
      }
    }
    return Optional.empty();
  }

  /// Releasing a lock deletes its file, so the opened file may no longer be a lock: once locked, it
  /// must still be the file at the path.
  private static Optional<FileKeyLock> attempt(FileOperations operations, Path place, Path target)
      throws IOException {
    try {
      OpenFile file =
          operations.exists(place) ? operations.openToWrite(place) : operations.create(place);
      try {
        if (!file.tryLock(false)) {
          throw taken(target, savedPath(file));
        }
        if (FileOperations.isAt(operations, place, file)) {
          Transfer.write(file, (target + "\n").getBytes(StandardCharsets.UTF_8), 0);
          return Optional.of(
              new FileKeyLock(operations, place, file, operations.openToRead(target)));
        }
      } catch (IOException | RuntimeException | Error e) {
        try (file) {
          throw e;
        }
      }
      file.close();
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      // Another program has just created or released it.
    }
    return Optional.empty();
  }

  private static SaveException taken(Path target, Optional<String> savedPath) {
    Sentence why =
        savedPath.isPresent()
            ? Sentence.of(
                "another program is saving it under another of its names, {0}",
                DisplayText.of(savedPath.get()))
            : Sentence.of("another program is saving it under another of its names");
    return SaveSentences.unchanged(target, why, null);
  }

  private static Optional<String> savedPath(OpenFile file) {
    try {
      byte[] text = Transfer.read(file, 0, (int) Math.min(MAX_PATH_BYTES, file.length()));
      String line = new String(text, StandardCharsets.UTF_8);
      int end = line.indexOf('\n');
      return end > 0 ? Optional.of(line.substring(0, end)) : Optional.empty();
    } catch (IOException e) {
      // The path is only a hint: some systems let nobody read what is locked.
      return Optional.empty();
    }
  }

  private static Optional<Path> placeOf(FileOperations operations, Path target) throws IOException {
    Optional<Object> key =
        operations.exists(target) ? operations.fileKey(target) : Optional.empty();
    Optional<String> name = key.map(known -> known.toString().replaceAll("[^\\w=]+", "-"));
    return name.flatMap(known -> operations.lockFolder().map(folder -> folder.resolve(known)));
  }

  /// The rest of a lock of a save under another name.
  ///
  /// @param isRunning true if the save is under way
  /// @param savedPath under which the file is or was being saved, as far as that can be read
  record Trace(boolean isRunning, Optional<String> savedPath) {}

  /// Looks for the lock of a file that someone else has or had. Writes nothing.
  static Optional<Trace> look(FileOperations operations, Path target) throws IOException {
    Optional<Path> place = placeOf(operations, target);
    if (place.isEmpty() || !operations.exists(place.get())) {
      return Optional.empty();
    }
    try (OpenFile file = operations.openToRead(place.get())) {
      boolean isRunning = operations.holdsLock(place.get()) || !file.tryLock(true);
      return Optional.of(new Trace(isRunning, savedPath(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  void release() throws IOException {
    try (this) {
      operations.delete(path);
    } catch (IOException e) {
      // The next save takes a lock that remains.
    }
  }

  /// Gives the lock back and leaves the path where the journal is.
  @Override
  public void close() throws IOException {
    try (saved) {
      file.close();
    }
  }
}
