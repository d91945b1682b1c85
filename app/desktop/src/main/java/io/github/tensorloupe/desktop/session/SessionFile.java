package io.github.tensorloupe.desktop.session;

import module java.base;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.JsonObjectFile;

/// The file that the windows are remembered in: JSON, one object, in the folder for what a person
/// has chosen. Thread-safe; blocks the calling thread. Where there is no such folder nothing is
/// kept.
///
/// One process at a time keeps its windows there, the one that has [#claim()]ed it. What another
/// version has put into the file stays there; what cannot be used counts as if it were not there. A
/// file that is no JSON object is set aside before something is kept in its place.
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

  /// Takes the file for this process, until it is closed or the process ends.
  ///
  /// @param patience to wait for another process that has it, and may be ending
  /// @return true if this process keeps its windows there; not if another one does
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
              file.get().lock(),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS);
      try {
        if (channel.tryLock() != null) {
          claimed = Optional.of(channel);
          return true;
        }
      } catch (OverlappingFileLockException e) {
        // Another one of this process has it.
      }
      channel.close();
      return false;
    } catch (IOException e) {
      // If nothing can be locked, nothing else can be found out about other processes either.
      return true;
    }
  }

  /// Loads the session that was kept last.
  ///
  /// @throws IOException if the file is there and cannot be read, or is damaged; the message is a
  ///   sentence
  public synchronized Session load() throws IOException {
    Optional<ObjectNode> members = file.isEmpty() ? Optional.empty() : file.get().read();
    return members.map(SessionJson::read).orElse(Session.NONE);
  }

  /// Keeps a session in place of the one before. Writes nothing if it is the one that [#load()]
  /// gives.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and the file is as it was
  public synchronized void store(Session session) throws IOException {
    if (file.isEmpty()) {
      return;
    }
    ObjectNode members = file.get().readToChange();
    if (!SessionJson.read(members).equals(session)) {
      SessionJson.write(session, members);
      file.get().write(members);
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
