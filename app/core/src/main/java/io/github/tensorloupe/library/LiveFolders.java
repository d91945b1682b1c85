package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.library.FinishedCheckpoints.Finished;

/// The folders that are watched for all windows of a program, and the checkpoints that have come
/// into them. Thread-safe; a look blocks the calling thread, and one that comes soon after another
/// tells what that has seen.
public final class LiveFolders {

  /// A checkpoint that was finished.
  ///
  /// @param number counts up from 1
  /// @param entry as its headers and earlier scans of its values tell
  public record Arrival(long number, LibraryEntry entry) {}

  /// What a look has seen.
  ///
  /// @param written what to open of the checkpoints that somebody is writing
  /// @param away the watched folders that are not there; they are watched again once they are back
  /// @param arrivals those after the number that was asked for, the oldest first
  /// @param last the number of the last arrival of all
  public record Seen(Set<Path> written, Set<Path> away, List<Arrival> arrivals, long last) {

    public static final Seen NOTHING = new Seen(Set.of(), Set.of(), List.of(), 0);
  }

  /// What is not whole and has not changed for so long counts as finished.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /// Windows that have not asked for longer miss the ones before.
  private static final int MOST_KEPT = 1000;

  private final LibraryScan scan;
  private final LongSupplier nanoTime;
  private final Map<Path, Watched> folders = new LinkedHashMap<>();
  private volatile Map<Path, Instant> wanted = Map.of();
  private Map<Path, Instant> looked = Map.of();
  private Set<Path> written = Set.of();
  private Set<Path> away = Set.of();
  private long lookedNanos;

  /// Arrivals of whose values nothing is known.
  private final Map<Path, LibraryEntry> unchecked = new ConcurrentHashMap<>();

  /// Guarded by itself: who has something to add does not wait for a drive that hangs in a look.
  private final Deque<Arrival> arrivals = new ArrayDeque<>();

  private long count;

  /// @param nanoTime gives the time in nanoseconds from any beginning
  public LiveFolders(LibraryScan scan, LongSupplier nanoTime) {
    this.scan = scan;
    this.nanoTime = nanoTime;
  }

  private record Watched(FinishedCheckpoints checkpoints, Instant since) {}

  /// Says which folders are watched from now on, and since when each is: what has changed since is
  /// told too where nobody was watching when it did. Returns at once.
  public void watch(Map<Path, Instant> since) {
    wanted = Collections.unmodifiableMap(new LinkedHashMap<>(since));
  }

  /// The folders that are watched. Returns at once.
  public Set<Path> watched() {
    return wanted.keySet();
  }

  /// Looks at the folders.
  ///
  /// @param after the number of the last arrival that is known
  public synchronized Seen look(long after) {
    long now = nanoTime.getAsLong();
    Map<Path, Instant> since = wanted;
    if (looked != since || now - lookedNanos >= BETWEEN_LOOKS.toNanos()) {
      follow(since);
      lookedNanos = now;
      lookAtAll();
    }
    synchronized (arrivals) {
      List<Arrival> later = arrivals.stream().filter(each -> each.number() > after).toList();
      return new Seen(written, away, later, count);
    }
  }

  private void follow(Map<Path, Instant> since) {
    looked = since;
    folders.keySet().retainAll(since.keySet());
    since.forEach(
        (folder, when) ->
            folders.computeIfAbsent(
                folder,
                _ ->
                    new Watched(
                        new FinishedCheckpoints(folder, PATIENCE, _ -> {}, nanoTime), when)));
  }

  /// Takes what a check of values has found. If they are those of an arrival, that has arrived once
  /// more. Returns at once.
  public void noteChecked(LibraryEntry entry) {
    LibraryEntry arrived = unchecked.remove(entry.path());
    if (arrived != null) {
      arrive(arrived.with(entry.health(), entry.effectiveRank()));
    }
  }

  private void lookAtAll() {
    Set<Path> before = written;
    Set<Path> nowWritten = new HashSet<>();
    Set<Path> nowAway = new LinkedHashSet<>();
    folders.forEach(
        (folder, each) -> {
          for (Finished finished : each.checkpoints.allNow()) {
            if (before.contains(finished.path()) || hasChanged(finished.path(), each.since)) {
              each.checkpoints
                  .candidate(finished)
                  .ifPresent(it -> arrive(scan.read(it, Place.folder(folder))));
            }
          }
          nowWritten.addAll(each.checkpoints.written());
          if (!Files.isDirectory(folder)) {
            nowAway.add(folder);
          }
        });
    written = Set.copyOf(nowWritten);
    away = nowAway;
  }

  private static boolean hasChanged(Path path, Instant since) {
    try {
      return !Files.getLastModifiedTime(path).toInstant().isBefore(since);
    } catch (IOException e) {
      return false;
    }
  }

  private void arrive(LibraryEntry entry) {
    if (entry.health() == Health.UNKNOWN) {
      unchecked.put(entry.path(), entry);
    }
    synchronized (arrivals) {
      arrivals.addLast(new Arrival(++count, entry));
      if (arrivals.size() > MOST_KEPT) {
        arrivals.removeFirst();
      }
    }
  }
}
