package io.github.tensorloupe.storage;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.TrustedLinks;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoRunnable;

/// A file that holds one JSON object. Blocks the calling thread.
///
/// @param path of the file, which need not be there
/// @param mostBytes a longer file counts as a damaged one
/// @param failure the key of a [Sentence] for a file that is there and cannot be read, with the
///   path and the reason as arguments
public record JsonObjectFile(Path path, long mostBytes, String failure) {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final long PAUSE_MILLISECONDS = 5;

  /// Held while the lock file is open in this process: on POSIX systems a process loses its lock on
  /// a file as soon as it closes any channel to it, also in another thread.
  private static final Object THIS_PROCESS = new Object();

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /// A file in the folder for what a person has chosen, which need not be there; empty where there
  /// is no such folder. That is found out each time.
  ///
  /// @param name of the file in the folder
  public static Optional<JsonObjectFile> find(
      Folders folders, String name, long mostBytes, String failure) {
    return folders
        .config()
        .map(folder -> new JsonObjectFile(folder.resolve(name), mostBytes, failure));
  }

  /// The object; empty where there is no file.
  ///
  /// @throws SentenceException if the file is there and cannot be read, or holds something else
  public Optional<ObjectNode> read() throws SentenceException {
    try {
      return Optional.of(object());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (SentenceException e) {
      String aside = PathText.of(aside().getFileName());
      Sentence next = Sentence.of("It will be kept as {0} before it is overwritten.", aside);
      throw new SentenceException(
          Sentence.of(failure, PathText.of(path), e.sentence().then(next)), e);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// The object, to be changed and written again; a new one where there is no file. A damaged file
  /// is set aside: whoever wrote into it by hand can still mend it.
  ///
  /// @throws SentenceException if the file is there and cannot be read or set aside
  public ObjectNode readToChange() throws SentenceException {
    try {
      return object();
    } catch (NoSuchFileException e) {
      return JSON.createObjectNode();
    } catch (SentenceException e) {
      try {
        Files.move(TrustedLinks.resolve(path), aside());
        return JSON.createObjectNode();
      } catch (IOException failure) {
        throw WriteFailures.sentence(PathText.of(aside()), failure);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// @throws SentenceException if the file holds something else
  private ObjectNode object() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // A pipe would not end, and a device must not be replaced.
      throw new FileSystemException(path.toString(), null, WholeFile.NOT_ORDINARY);
    }
    if (attributes.size() > mostBytes) {
      throw new SentenceException(Sentence.of("It is longer than {0} bytes.", mostBytes));
    }
    try {
      if (JSON.readTree(Files.readAllBytes(path)) instanceof ObjectNode members) {
        return members;
      }
      throw new SentenceException(Sentence.of("It contains no JSON object."));
    } catch (JsonProcessingException e) {
      throw new SentenceException(
          e.getLocation() == null
              ? Sentence.of("It holds no JSON.")
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

  /// A name that is free, beside the file itself even where the path is a link to it.
  private Path aside() {
    Path real = WholeFile.target(path);
    Path aside = real.resolveSibling(real.getFileName() + ".damaged");
    for (int number = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); number++) {
      aside = real.resolveSibling(real.getFileName() + ".damaged-" + number);
    }
    return aside;
  }

  /// Puts an object in place of what the file holds.
  ///
  /// @throws SentenceException if that fails; the file is as it was
  public void write(ObjectNode members) throws IOException {
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(members);
    WholeFile.write(path, true, out -> out.write(bytes));
  }

  /// The lock file beside this one, which is made and stays.
  public Path lock() {
    return path.resolveSibling(path.getFileName().toString().replace(".json", ".lock"));
  }

  /// Lets one process, and one thread of it, at a time read the file, change what it says and write
  /// it again, so that nothing is lost that another one has just put there.
  ///
  /// If that cannot be told, because locks are not supported there or somebody has held one for
  /// seconds, it is done all the same: to lose a line of a list is better than to hang.
  public void inTurn(IoRunnable step) throws IOException {
    synchronized (THIS_PROCESS) {
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
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
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
