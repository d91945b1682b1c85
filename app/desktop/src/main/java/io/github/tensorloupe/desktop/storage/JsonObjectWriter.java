package io.github.tensorloupe.desktop.storage;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.storage.AtomicFile;
import io.github.tensorloupe.storage.JsonObjectFile;
import io.github.tensorloupe.work.IoRunnable;

/// Changes files that contain a single JSON object. All methods block the calling thread.
public final class JsonObjectWriter {

  private static final Duration MAX_WAIT = Duration.ofSeconds(20);
  private static final long PAUSE_MILLISECONDS = 5;

  /// The monitor for opening lock files. On POSIX systems, closing any channel of a file releases
  /// all locks of the process on this file, so only one channel may be open at a time.
  private static final Object PROCESS_LOCK = new Object();

  private static final ObjectWriter JSON = new ObjectMapper().writerWithDefaultPrettyPrinter();

  private JsonObjectWriter() {}

  /// Returns the object for a subsequent change and [#write], or an empty object if the file does
  /// not exist. Renames a damaged file, so that a user who edited it can repair it.
  ///
  /// @throws SentenceException if the file cannot be read or renamed
  public static ObjectNode readToChange(JsonObjectFile file) throws SentenceException {
    try {
      return file.object();
    } catch (NoSuchFileException e) {
      return JsonNodeFactory.instance.objectNode();
    } catch (SentenceException e) {
      requireOwnFolder(file.path());
      try {
        Files.move(TrustedPaths.resolve(file.path()), file.damagedPath());
        return JsonNodeFactory.instance.objectNode();
      } catch (IOException failure) {
        throw WriteFailures.sentence(PathText.of(file.damagedPath()), failure);
      }
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }

  /// @throws SentenceException if the folder of the file belongs to another user
  private static void requireOwnFolder(Path path) throws SentenceException {
    try {
      if (Files.exists(path.getParent())) {
        TrustedPaths.requireOwn(path.getParent());
      }
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(path), e);
    }
  }

  /// Creates or replaces a file.
  ///
  /// @throws SentenceException if writing fails; the old file is unchanged
  public static void write(JsonObjectFile file, ObjectNode members) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(members);
    AtomicFile.write(file.path(), true, out -> out.write(bytes));
  }

  /// Returns the path of the lock file, next to a file. The lock file is created on demand and
  /// never deleted.
  public static Path lock(JsonObjectFile file) {
    String name = file.path().getFileName().toString();
    return file.path().resolveSibling(name.replace(".json", ".lock"));
  }

  /// Runs a read-modify-write step under a lock that excludes other threads and processes, so that
  /// concurrent changes are not lost.
  ///
  /// If the file system does not support locks, or another process holds the lock for 20 seconds,
  /// runs the step without a lock: losing an entry of a list is better than waiting forever.
  public static void exclusively(JsonObjectFile file, IoRunnable step) throws IOException {
    requireOwnFolder(file.path());
    synchronized (PROCESS_LOCK) {
      try (FileChannel channel = open(lock(file));
          FileLock _ = wait(channel)) {
        step.run();
      }
    }
  }

  private static FileChannel open(Path lock) {
    try {
      return FileChannel.open(
          lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return null;
    }
  }

  private static FileLock wait(FileChannel channel) {
    long end = System.nanoTime() + MAX_WAIT.toNanos();
    try {
      FileLock lock = null;
      while (channel != null && lock == null && System.nanoTime() < end) {
        lock = channel.tryLock();
        if (lock == null) {
          Thread.sleep(PAUSE_MILLISECONDS);
        }
      }
      return lock;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
