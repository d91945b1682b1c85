package io.github.tensorloupe.desktop.session;

import module java.base;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.desktop.storage.JsonObjectWriter;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.JsonObjectFile;

/// The session file: a JSON object in the configuration folder. Thread-safe; blocks the calling
/// thread. Without such a folder, nothing is stored.
///
/// Only the process that [#claim()]ed the file writes it. Unknown members of other versions are
/// preserved; invalid ones count as missing. A file that is not a JSON object is renamed before a
/// new one is written.
public final class SessionFile implements AutoCloseable {

  private static final String NAME = "session.json";
  private static final long PAUSE_MILLISECONDS = 20;
  private static final long MAX_BYTES = 64 << 20;

  private final Optional<JsonObjectFile> file;
  private Optional<FileChannel> claimed = Optional.empty();

  public SessionFile(Folders folders) {
    file =
        JsonObjectFile.find(
            folders, NAME, MAX_BYTES, "The saved windows in {0} cannot be read: {1}");
  }

  /// Claims the file for this process until it is closed or the process ends.
  ///
  /// @param patience maximum wait for another process, which may be ending
  /// @return false if another process has claimed the file
  public synchronized boolean claim(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (!claim() && file.isPresent() && System.nanoTime() < end) {
        Thread.sleep(PAUSE_MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return claim();
  }

  private boolean claim() {
    if (claimed.isPresent() || file.isEmpty()) {
      return claimed.isPresent();
    }
    try {
      FileChannel channel =
          FileChannel.open(
              JsonObjectWriter.lock(file.get()),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS);
      try {
        if (channel.tryLock() != null) {
          claimed = Optional.of(channel);
          return true;
        }
      } catch (OverlappingFileLockException e) {
        // Another instance in this process holds the lock.
      }
      channel.close();
      return false;
    } catch (IOException e) {
      // Without locking, other processes cannot be detected.
      return true;
    }
  }

  /// Loads the stored session.
  ///
  /// @throws IOException if the file cannot be read or is damaged; the message is a sentence
  public synchronized Session load() throws IOException {
    Optional<ObjectNode> members = file.isEmpty() ? Optional.empty() : file.get().read();
    return members.map(SessionJson::read).orElse(Session.NONE);
  }

  /// Stores a session. Does nothing if it equals the loaded one.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and the file is unchanged
  public synchronized void store(Session session) throws IOException {
    if (file.isEmpty()) {
      return;
    }
    ObjectNode members = JsonObjectWriter.readToChange(file.get());
    if (!SessionJson.read(members).equals(session)) {
      SessionJson.write(session, members);
      JsonObjectWriter.write(file.get(), members);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (claimed.isPresent()) {
      claimed.get().close();
      claimed = Optional.empty();
    }
  }
}
