package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.JsonObjectFile;

/// The checkpoints whose values are still to be checked, for all windows of a program, one of which
/// works them off at a time; kept in a file so that the next start can go on. Thread-safe. Methods
/// that throw an [IOException] block the calling thread, and take effect even where the file cannot
/// be written; the others return at once.
///
/// The file is written when there is more to do, and when the work is paused or ends. After a kill
/// some of what it lists is done; the kept results of scans tell which.
public final class CheckQueue {

  /// How far the work is.
  ///
  /// @param isPaused true if a person has stopped it for a while
  public record Counts(
      boolean isPaused, boolean isRunning, int doneCount, int leftCount, long leftBytes) {}

  private static final String NAME = "values-to-check.json";
  private static final String PAUSED = "paused";
  private static final String LEFT = "left";
  private static final String PATH = "path";
  private static final String BYTES = "byteLength";
  private static final long MAX_BYTES = 256L << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Folders folders;

  /// In the order in which they are checked, with their lengths in bytes.
  private final SequencedMap<Path, Long> left = new LinkedHashMap<>();

  private boolean isLoaded;
  private boolean isPaused;
  private boolean isRunning;
  private int doneCount;
  private long leftBytes;

  /// The windows in which a person waits for other work.
  private final Set<Object> busy = ConcurrentHashMap.newKeySet();

  private volatile Counts counts = new Counts(false, false, 0, 0, 0);

  public CheckQueue(Folders folders) {
    this.folders = folders;
  }

  public Counts counts() {
    return counts;
  }

  /// Reads what an earlier run has left, the first time.
  ///
  /// @throws IOException if the file is there and cannot be read, or is damaged; the message is a
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
      file.get().read().ifPresent(members -> change(() -> take(members)));
    }
  }

  private void take(ObjectNode members) {
    for (JsonNode each : members.path(LEFT)) {
      Optional.ofNullable(each.path(PATH).textValue())
          .flatMap(PathText::path)
          .filter(Path::isAbsolute)
          .ifPresent(path -> put(path, Math.max(0, each.path(BYTES).asLong())));
    }
    isPaused = members.path(PAUSED).asBoolean();
  }

  private void put(Path path, long byteLength) {
    if (left.putIfAbsent(path, byteLength) == null) {
      leftBytes += byteLength;
    }
  }

  private Optional<JsonObjectFile> file() {
    return JsonObjectFile.find(
        folders, NAME, MAX_BYTES, "The list of values to check in {0} cannot be read: {1}");
  }

  private synchronized void change(Runnable change) {
    change.run();
    isPaused &= !left.isEmpty();
    doneCount = left.isEmpty() ? 0 : doneCount;
    counts = new Counts(isPaused, isRunning, doneCount, left.size(), leftBytes);
  }

  /// Adds checkpoints at the end.
  ///
  /// @param added absolute paths with the lengths of what they stand for, in bytes
  public void add(SequencedMap<Path, Long> added) throws IOException {
    change(() -> added.forEach(this::put));
    write();
  }

  /// Stops the work, also beyond the next start, or goes on.
  public void setPaused(boolean paused) throws IOException {
    change(() -> isPaused = paused);
    write();
  }

  /// Forgets what is left; the results so far stay.
  public void clear() throws IOException {
    change(
        () -> {
          left.clear();
          leftBytes = 0;
        });
    write();
  }

  /// Begins to work; the caller is the only one until it says that it [ends][#end()].
  ///
  /// @return false if there is nothing to do, it is paused, or somebody is at it
  public synchronized boolean begin() {
    boolean canBegin = !isRunning && next().isPresent();
    if (canBegin) {
      change(() -> isRunning = true);
    }
    return canBegin;
  }

  /// The next one, which stays among those that are left until it is [done][#done]; empty where the
  /// work is to end.
  public synchronized Optional<Path> next() {
    return left.isEmpty() || isPaused ? Optional.empty() : Optional.of(left.firstEntry().getKey());
  }

  public void done(Path path) {
    change(
        () -> {
          Long byteLength = left.remove(path);
          if (byteLength != null) {
            doneCount++;
            leftBytes -= byteLength;
          }
        });
  }

  /// Says that a person waits for other work in a window, or no longer.
  public void setBusy(Object window, boolean isBusy) {
    if (isBusy) {
      busy.add(window);
    } else {
      busy.remove(window);
    }
  }

  /// True while the work is to wait for other work.
  public boolean isHeld() {
    return !busy.isEmpty();
  }

  /// Says that the caller works no longer.
  public void end() throws IOException {
    change(() -> isRunning = false);
    write();
  }

  private synchronized ObjectNode members() {
    ObjectNode members = JSON.createObjectNode().put(PAUSED, isPaused);
    ArrayNode nodes = members.putArray(LEFT);
    left.forEach(
        (path, byteLength) -> nodes.addObject().put(PATH, path.toString()).put(BYTES, byteLength));
    return members;
  }

  private void write() throws IOException {
    Optional<JsonObjectFile> found = file();
    if (found.isPresent()) {
      JsonObjectFile file = found.get();
      file.exclusively(
          () -> {
            ObjectNode members = members();
            if (members.path(LEFT).isEmpty()) {
              Files.deleteIfExists(file.path());
            } else {
              file.write(members);
            }
          });
    }
  }
}
