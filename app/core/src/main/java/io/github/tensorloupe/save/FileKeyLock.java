package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// Keeps out programs that save the same file under another name, a hard link or a bind mount: a
/// locked file in a folder of the machine that is named after what the file system calls the saved
/// file. It holds the path under which the file is being saved, and stays where a save is killed.
///
/// The saved file is kept open meanwhile: a file system gives the key of a file that was replaced
/// and closed to the next file that is made, whose save would then be refused.
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

  /// Whoever gives a lock back deletes its file, so what was opened may be nobody's lock any more:
  /// its key must be the one at the path before, and still when it is locked.
  private static Optional<FileKeyLock> attempt(FileOperations operations, Path place, Path target)
      throws IOException {
    try {
      if (!operations.exists(place)) {
        operations.createForAll(place);
      }
      Optional<Object> key = operations.fileKey(place);
      OpenFile file = operations.openToWrite(place);
      try {
        if (!file.tryLock(false)) {
          throw taken(target, savedPath(file));
        }
        if (operations.fileKey(place).equals(key)) {
          // Never writes into what may be another file of somebody else, linked to this name.
          if (operations.hardLinkCount(place) == 1 && operations.isTrusted(place, target)) {
            Transfer.write(file, (target + "\n").getBytes(StandardCharsets.UTF_8), 0);
          }
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
      // Someone else has just made it or given it back.
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
    return name.flatMap(known -> operations.machineFolder().map(folder -> folder.resolve(known)));
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
      // It belongs to another user: one that stays is taken by the next save.
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
