package io.github.tensorloupe.storage;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoRunnable;

/// A file that contains a single JSON object. All methods block the calling thread.
///
/// @param path the path of the file, which need not exist
/// @param maxBytes the maximum length; a longer file counts as damaged
/// @param failure the key of the [Sentence] for read failures, with the path and the reason as
///   arguments
public record JsonObjectFile(Path path, long maxBytes, String failure) {

  private static final Duration MAX_WAIT = Duration.ofSeconds(5);
  private static final long PAUSE_MILLISECONDS = 5;

  /// The monitor for opening lock files. On POSIX systems, closing any channel of a file releases
  /// all locks of the process on this file, so only one channel may be open at a time.
  private static final Object PROCESS_LOCK = new Object();

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /// Returns a file in the settings folder, or empty if the folder does not exist.
  ///
  /// @param name the name of the file, which need not exist
  public static Optional<JsonObjectFile> find(
      Folders folders, String name, long maxBytes, String failure) {
    return folders
        .config()
        .map(folder -> new JsonObjectFile(folder.resolve(name), maxBytes, failure));
  }

  /// Returns the object, or empty if the file does not exist.
  ///
  /// @throws SentenceException if the file cannot be read or does not contain a JSON object
  public Optional<ObjectNode> read() throws SentenceException {
    try {
      return Optional.of(object());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (SentenceException e) {
      String aside = PathText.of(damagedPath().getFileName());
      Sentence next = Sentence.of("It will be kept as {0} before it is overwritten.", aside);
      throw new SentenceException(
          Sentence.of(failure, PathText.of(path), e.sentence().then(next)), e);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// Returns the object for a subsequent change and [#write], or an empty object if the file does
  /// not exist. Renames a damaged file, so that a user who edited it can repair it.
  ///
  /// @throws SentenceException if the file cannot be read or renamed
  public ObjectNode readToChange() throws SentenceException {
    try {
      return object();
    } catch (NoSuchFileException e) {
      return JSON.createObjectNode();
    } catch (SentenceException e) {
      requireOwnFolder();
      try {
        Files.move(TrustedPaths.resolve(path), damagedPath());
        return JSON.createObjectNode();
      } catch (IOException failure) {
        throw WriteFailures.sentence(PathText.of(damagedPath()), failure);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// @throws SentenceException if the folder of the file belongs to another user
  private void requireOwnFolder() throws SentenceException {
    try {
      if (Files.exists(path.getParent())) {
        TrustedPaths.requireOwn(path.getParent());
      }
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(path), e);
    }
  }

  /// @throws SentenceException if the file does not contain a JSON object
  private ObjectNode object() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // Reading a pipe could block forever, and a device must not be replaced.
      throw new FileSystemException(path.toString(), null, TrustedPaths.NOT_REGULAR);
    }
    if (attributes.size() > maxBytes) {
      throw new SentenceException(Sentence.of("It is longer than {0} bytes.", maxBytes));
    }
    try {
      if (JSON.readTree(Files.readAllBytes(path)) instanceof ObjectNode members) {
        return members;
      }
      throw new SentenceException(Sentence.of("It contains no JSON object."));
    } catch (JsonProcessingException e) {
      throw new SentenceException(
          e.getLocation() == null
              ? Sentence.of("It contains no JSON.")
              : Sentence.of(
                  "It is not JSON at line {0}, column {1}.",
                  String.valueOf(e.getLocation().getLineNr()),
                  String.valueOf(e.getLocation().getColumnNr())));
    }
  }

  SentenceException unreadable(IOException reason) {
    return new SentenceException(
        Sentence.of(failure, PathText.of(path), ReadFailures.finding(reason).sentence()), reason);
  }

  /// Returns an unused path for the damaged file in its folder, which is the folder of the target
  /// if `path` is a link.
  private Path damagedPath() {
    Path real = AtomicFile.target(path);
    Path aside = real.resolveSibling(real.getFileName() + ".damaged");
    for (int number = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); number++) {
      aside = real.resolveSibling(real.getFileName() + ".damaged-" + number);
    }
    return aside;
  }

  /// Creates or replaces the file.
  ///
  /// @throws SentenceException if writing fails; the old file is unchanged
  public void write(ObjectNode members) throws IOException {
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(members);
    AtomicFile.write(path, true, out -> out.write(bytes));
  }

  /// Returns the path of the lock file, next to this file. The lock file is created on demand and
  /// never deleted.
  public Path lock() {
    return path.resolveSibling(path.getFileName().toString().replace(".json", ".lock"));
  }

  /// Runs a read-modify-write step under a lock that excludes other threads and processes, so that
  /// concurrent changes are not lost.
  ///
  /// If the file system does not support locks, or another process holds the lock for 5 seconds,
  /// runs the step without a lock: losing an entry of a list is better than waiting forever.
  public void exclusively(IoRunnable step) throws IOException {
    requireOwnFolder();
    synchronized (PROCESS_LOCK) {
      try (FileChannel channel = openLock();
          FileLock _ = wait(channel)) {
        step.run();
      }
    }
  }

  private FileChannel openLock() {
    try {
      return FileChannel.open(
          lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
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
