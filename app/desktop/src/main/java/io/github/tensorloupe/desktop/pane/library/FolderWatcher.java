package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.library.CheckpointPoller;
import io.github.tensorloupe.library.CheckpointPoller.Finished;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryScan;

/// Watches the folders for all windows and records finished checkpoints (arrivals). Thread-safe.
/// Polling blocks the calling thread; a poll within a second of the previous one does not access
/// the folders.
public final class FolderWatcher {

  /// A finished checkpoint.
  ///
  /// @param number the sequence number, starting at 1
  /// @param entry the checkpoint, with facts from its headers and from earlier value scans
  public record Arrival(long number, LibraryEntry entry) {}

  /// The result of a poll.
  ///
  /// @param written the paths of the checkpoints that are being written
  /// @param missing the watched folders that do not exist now; they remain watched
  /// @param arrivals the arrivals after the requested number, the oldest first
  /// @param last the number of the last arrival, or 0 if there is none
  public record PollResult(
      Set<Path> written, Set<Path> missing, List<Arrival> arrivals, long last) {

    public static final PollResult NOTHING = new PollResult(Set.of(), Set.of(), List.of(), 0);
  }

  /// The time without changes until an incomplete checkpoint counts as finished.
  private static final Duration STALL_TIMEOUT = Duration.ofMinutes(1);

  private static final Duration MIN_POLL_INTERVAL = Duration.ofSeconds(1);

  /// The maximum number of stored arrivals. Windows that poll rarely may miss older arrivals.
  private static final int MAX_ARRIVALS = 1000;

  private final LibraryScan scan;
  private final LongSupplier nanoTime;
  private final Map<Path, Watched> folders = new LinkedHashMap<>();
  private volatile Map<Path, Instant> watchedSince = Map.of();
  private Map<Path, Instant> polledFolders = Map.of();
  private Set<Path> written = Set.of();
  private Set<Path> missing = Set.of();
  private long lastPollNanos;

  /// The arrivals whose values are not checked yet, by path.
  private final Map<Path, LibraryEntry> unchecked = new ConcurrentHashMap<>();

  /// The latest arrivals, guarded by themselves, so that adding an arrival does not wait for a poll
  /// on a slow drive.
  private final Deque<Arrival> arrivals = new ArrayDeque<>();

  private long count;

  /// @param nanoTime a clock in nanoseconds with an arbitrary origin
  public FolderWatcher(LibraryScan scan, LongSupplier nanoTime) {
    this.scan = scan;
    this.nanoTime = nanoTime;
  }

  private record Watched(CheckpointPoller checkpoints, Instant since) {}

  /// Sets the watched folders. Does not block.
  ///
  /// @param since the times by folder; changes after this time, which may be in the past, are
  ///   reported
  public void watch(Map<Path, Instant> since) {
    watchedSince = Collections.unmodifiableMap(new LinkedHashMap<>(since));
  }

  /// Returns the watched folders. Does not block.
  public Set<Path> watched() {
    return watchedSince.keySet();
  }

  /// Polls the folders.
  ///
  /// @param after the number of the last arrival known to the caller
  public synchronized PollResult poll(long after) {
    long now = nanoTime.getAsLong();
    Map<Path, Instant> since = watchedSince;
    if (polledFolders != since || now - lastPollNanos >= MIN_POLL_INTERVAL.toNanos()) {
      updateFolders(since);
      lastPollNanos = now;
      pollFolders();
    }
    synchronized (arrivals) {
      List<Arrival> later = arrivals.stream().filter(each -> each.number() > after).toList();
      return new PollResult(written, missing, later, count);
    }
  }

  private void updateFolders(Map<Path, Instant> since) {
    polledFolders = since;
    folders.keySet().retainAll(since.keySet());
    since.forEach(
        (folder, when) ->
            folders.computeIfAbsent(
                folder,
                _ ->
                    new Watched(
                        new CheckpointPoller(folder, STALL_TIMEOUT, _ -> {}, nanoTime), when)));
  }

  /// Records the result of a value scan. If the checkpoint is an unchecked arrival, adds a new
  /// arrival with the result. Does not block.
  public void recordScan(LibraryEntry entry) {
    LibraryEntry arrived = unchecked.remove(entry.path());
    if (arrived != null) {
      addArrival(arrived.with(entry.health(), entry.effectiveRank()));
    }
  }

  private void pollFolders() {
    Set<Path> before = written;
    Set<Path> nowWritten = new HashSet<>();
    Set<Path> nowMissing = new LinkedHashSet<>();
    folders.forEach(
        (folder, each) -> {
          for (Finished finished : each.checkpoints.pollAll()) {
            if (before.contains(finished.path()) || hasChanged(finished.path(), each.since)) {
              each.checkpoints.read(finished, scan).ifPresent(this::addArrival);
            }
          }
          nowWritten.addAll(each.checkpoints.unfinishedPaths());
          if (!Files.isDirectory(folder)) {
            nowMissing.add(folder);
          }
        });
    written = Set.copyOf(nowWritten);
    missing = nowMissing;
  }

  private static boolean hasChanged(Path path, Instant since) {
    try {
      return !Files.getLastModifiedTime(path).toInstant().isBefore(since);
    } catch (IOException e) {
      return false;
    }
  }

  private void addArrival(LibraryEntry entry) {
    if (entry.health() == Health.UNKNOWN) {
      unchecked.put(entry.path(), entry);
    }
    synchronized (arrivals) {
      arrivals.addLast(new Arrival(++count, entry));
      if (arrivals.size() > MAX_ARRIVALS) {
        arrivals.removeFirst();
      }
    }
  }
}
