package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.desktop.storage.JsonObjectWriter;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.JsonObjectFile;

/// The queue of checkpoints whose values have not been checked, shared by all windows of a process.
/// One window at a time processes it. The queue is kept in a file, so that the next start can
/// continue. Thread-safe. Methods that throw an [IOException] block the calling thread, and take
/// effect even if the file cannot be written; the others return immediately.
///
/// The file is written when checkpoints are added, and when the work is paused or ends. After a
/// kill, it may therefore list checkpoints whose results are already stored.
public final class CheckQueue {

  /// The progress of the work.
  ///
  /// @param isPaused true if the user paused the work
  public record Counts(
      boolean isPaused, boolean isRunning, int doneCount, int leftCount, long leftBytes) {}

  private static final String NAME = "values-to-check.json";
  private static final String PAUSED = "paused";
  private static final String LEFT = "left";
  private static final String PATH = "path";
  private static final String BYTES = "byteLength";
  private static final long MAX_BYTES = 256L << 20;

  private final Folders folders;

  /// The remaining checkpoints in queue order, with their lengths in bytes.
  private final SequencedMap<Path, Long> remaining = new LinkedHashMap<>();

  private boolean isLoaded;
  private boolean isPaused;
  private boolean isRunning;
  private int doneCount;
  private long leftBytes;

  /// The windows with other jobs that the user is waiting for.
  private final Set<Object> busy = ConcurrentHashMap.newKeySet();

  private volatile Counts counts = new Counts(false, false, 0, 0, 0);

  public CheckQueue(Folders folders) {
    this.folders = folders;
  }

  public Counts counts() {
    return counts;
  }

  /// Reads the queue of an earlier run. Later calls have no effect.
  ///
  /// @throws IOException if the file exists but cannot be read or is damaged; the message is a
  ///   sentence
  public void load() throws IOException {
    synchronized (this) {
      if (isLoaded) {
        return;
      }
      isLoaded = true;
    }
    Optional<JsonObjectFile> file = file();
    if (file.isPresent()) {
      file.get().read().ifPresent(members -> change(() -> addStored(members)));
    }
  }

  private void addStored(ObjectNode members) {
    for (JsonNode each : members.path(LEFT)) {
      Optional.ofNullable(each.path(PATH).textValue())
          .flatMap(PathText::path)
          .filter(Path::isAbsolute)
          .ifPresent(path -> put(path, Math.max(0, each.path(BYTES).asLong())));
    }
    isPaused = members.path(PAUSED).asBoolean();
  }

  private void put(Path path, long byteLength) {
    if (remaining.putIfAbsent(path, byteLength) == null) {
      leftBytes += byteLength;
    }
  }

  private Optional<JsonObjectFile> file() {
    return JsonObjectFile.find(
        folders, NAME, MAX_BYTES, "The list of values to check in {0} cannot be read: {1}");
  }

  private synchronized void change(Runnable change) {
    change.run();
    isPaused &= !remaining.isEmpty();
    doneCount = remaining.isEmpty() ? 0 : doneCount;
    counts = new Counts(isPaused, isRunning, doneCount, remaining.size(), leftBytes);
  }

  /// Adds checkpoints at the end.
  ///
  /// @param added absolute paths with the lengths of the checkpoints in bytes
  public void add(SequencedMap<Path, Long> added) throws IOException {
    change(() -> added.forEach(this::put));
    write();
  }

  /// Pauses or resumes the work. The state survives a restart.
  public void setPaused(boolean paused) throws IOException {
    change(() -> isPaused = paused);
    write();
  }

  /// Removes the remaining checkpoints from the queue. Results so far are preserved.
  public void clear() throws IOException {
    change(
        () -> {
          remaining.clear();
          leftBytes = 0;
        });
    write();
  }

  /// Starts the work. The caller is the only worker until it calls [#end()].
  ///
  /// @return false if there is nothing to do, the work is paused, or another caller is working
  public synchronized boolean begin() {
    boolean canBegin = !isRunning && next().isPresent();
    if (canBegin) {
      change(() -> isRunning = true);
    }
    return canBegin;
  }

  /// Returns the next checkpoint, which remains in the queue until [#done] is called. Empty if the
  /// work must stop.
  public synchronized Optional<Path> next() {
    return remaining.isEmpty() || isPaused
        ? Optional.empty()
        : Optional.of(remaining.firstEntry().getKey());
  }

  public void done(Path path) {
    change(
        () -> {
          Long byteLength = remaining.remove(path);
          if (byteLength != null) {
            doneCount++;
            leftBytes -= byteLength;
          }
        });
  }

  /// Sets whether the user is waiting for other jobs in a window.
  public void setBusy(Object window, boolean isBusy) {
    if (isBusy) {
      busy.add(window);
    } else {
      busy.remove(window);
    }
  }

  /// Returns whether the work must wait for other jobs.
  public boolean isHeld() {
    return !busy.isEmpty();
  }

  /// Ends the work of the caller.
  public void end() throws IOException {
    change(() -> isRunning = false);
    write();
  }

  private synchronized ObjectNode members() {
    ObjectNode members = JsonNodeFactory.instance.objectNode().put(PAUSED, isPaused);
    ArrayNode nodes = members.putArray(LEFT);
    remaining.forEach(
        (path, byteLength) -> nodes.addObject().put(PATH, path.toString()).put(BYTES, byteLength));
    return members;
  }

  private void write() throws IOException {
    Optional<JsonObjectFile> target = file();
    if (target.isPresent()) {
      JsonObjectFile file = target.get();
      JsonObjectWriter.exclusively(
          file,
          () -> {
            ObjectNode members = members();
            if (members.path(LEFT).isEmpty()) {
              Files.deleteIfExists(file.path());
            } else {
              JsonObjectWriter.write(file, members);
            }
          });
    }
  }
}
