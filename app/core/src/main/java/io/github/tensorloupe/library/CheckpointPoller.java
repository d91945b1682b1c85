package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Detects finished checkpoints in a folder and its subfolders. Polls file lengths and modification
/// times, because network drives send no events, and reads the headers of new files. Not
/// thread-safe.
///
/// A checkpoint is finished if all shards contain the bytes that their headers declare, there is no
/// unfinished download, and no file changed for [#MIN_IDLE_TIME]. An incomplete checkpoint counts
/// as finished after a longer time without changes, because its writer has probably stopped.
public final class CheckpointPoller {

  /// A finished checkpoint.
  ///
  /// @param path the path to open: a file, an index, a folder, or a shard of a set without index
  /// @param isSet true for a set of shards, even if some are missing
  public record Finished(Path path, boolean isSet) {}

  /// The time without changes until a complete checkpoint is finished.
  public static final Duration MIN_IDLE_TIME = Duration.ofSeconds(2);

  /// The interval of full walks, which find changes that coarse timestamps of folders hide.
  private static final Duration WALK_AGAIN = Duration.ofSeconds(30);

  private static final Set<LoadError> TRUNCATION_ERRORS =
      Set.of(LoadError.HEADER_TOO_SMALL, LoadError.INVALID_HEADER_LENGTH);

  private final Path folder;
  private final Duration patience;
  private final Consumer<Finding> onUnreadable;
  private final LongSupplier nanoTime;

  /// The checkpoints in the order of the last walk.
  private List<Watched> watched = List.of();

  /// The same checkpoints. Hash tables of paths are slow if many names have equal hash codes.
  private Map<Path, Watched> watchedByPath = Map.of();

  private Set<Path> unreadable = Set.of();
  private FolderStamps folders = new FolderStamps();
  private long walkedNanos;
  private boolean isOutdated = true;

  /// The checkpoints of the last poll that [#next] has not examined.
  private Iterator<Watched> unexamined = Collections.emptyIterator();

  private long polledNanos;

  /// The checkpoints in the last folder listed since the last poll, by path and shard.
  private final Map<Path, Found> listed = new TreeMap<>();

  private Path listedFolder;
  private boolean folderExisted;

  /// @param patience the time without changes until an incomplete checkpoint is finished, at least
  ///   [#MIN_IDLE_TIME]
  /// @param onUnreadable called with the reason when a folder becomes unreadable
  /// @param nanoTime a clock in nanoseconds with an arbitrary origin
  public CheckpointPoller(
      Path folder, Duration patience, Consumer<Finding> onUnreadable, LongSupplier nanoTime) {
    this.folder = folder;
    this.patience = patience;
    this.onUnreadable = onUnreadable;
    this.nanoTime = nanoTime;
  }

  /// Returns a finished checkpoint that is new or has changed since it was last returned, or empty
  /// if there is none. Polls the files unless the last poll was recent and found more of them.
  public Optional<Finished> next() {
    boolean isRecent = nanoTime.getAsLong() - polledNanos < MIN_IDLE_TIME.toNanos();
    return (isRecent ? nextOfLastPoll() : Optional.<Finished>empty())
        .or(
            () -> {
              poll();
              unexamined = watched.iterator();
              return nextOfLastPoll();
            });
  }

  private Optional<Finished> nextOfLastPoll() {
    while (unexamined.hasNext()) {
      Watched each = unexamined.next();
      if (!each.isReturned && each.isFinished(polledNanos) && !each.hasChanged()) {
        return Optional.of(each.markReturned());
      }
    }
    return Optional.empty();
  }

  /// Polls the files. Returns all finished checkpoints that are new or have changed since they were
  /// last returned.
  public List<Finished> pollAll() {
    long now = poll();
    return unreturned(each -> each.isFinished(now)).toList();
  }

  /// Returns the paths of the checkpoints that are being written: new or changed since the first
  /// poll, but not finished yet.
  public Set<Path> unfinishedPaths() {
    return watched.stream()
        .filter(each -> each.isNew && !each.isReturned)
        .map(each -> each.candidate.path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private long poll() {
    long now = nanoTime.getAsLong();
    if (isOutdated || now - walkedNanos >= WALK_AGAIN.toNanos() || folders.isOutdated()) {
      walk(now);
    }
    watched.forEach(each -> each.poll(now));
    polledNanos = now;
    listedFolder = null;
    return now;
  }

  /// Finds the set of a path that was returned, or returns empty if it was deleted. Lists a folder
  /// only once after each poll.
  public Optional<Found> findSet(Path path) {
    if (!path.getParent().equals(listedFolder)) {
      listedFolder = path.getParent();
      listed.clear();
      for (Found each : CheckpointFinder.findIn(listedFolder, Cancellation.NEVER)) {
        listed.put(each.path(), each);
        if (each instanceof FoundSet(ShardSet set) && !set.hasIndex()) {
          set.shards().forEach(shard -> listed.put(shard, each));
        }
      }
    }
    return Optional.ofNullable(listed.get(path));
  }

  /// Returns a checkpoint that was not returned yet, whether finished or not, or empty if there is
  /// none. Does not poll, so that a loop of calls terminates.
  public Optional<Finished> nextInAnyState() {
    return unreturned(_ -> true).findFirst();
  }

  /// Marks a checkpoint as returned when the stream returns it.
  private Stream<Finished> unreturned(Predicate<Watched> condition) {
    return watched.stream()
        .filter(each -> !each.isReturned && condition.test(each))
        .map(Watched::markReturned);
  }

  /// Returns true if all checkpoints found by the last poll were returned.
  public boolean areAllReturned() {
    return watched.stream().allMatch(each -> each.isReturned);
  }

  /// Returns true if a checkpoint has changed or was deleted after it was returned.
  public boolean hasChanged(Finished checkpoint) {
    Watched found = watchedByPath.get(checkpoint.path());
    return found == null || found.hasChanged();
  }

  /// Reads the headers of a returned checkpoint. Returns empty if it was deleted.
  public Optional<LibraryEntry> read(Finished checkpoint, LibraryScan scan) {
    return Optional.ofNullable(watchedByPath.get(checkpoint.path()))
        .map(each -> each.candidate)
        .map(candidate -> Candidate.merge(candidate.name, candidate.path, List.of(candidate)))
        .map(candidate -> scan.read(candidate, LibraryFolder.folder(folder), _ -> true));
  }

  private void walk(long now) {
    walkedNanos = now;
    isOutdated = false;
    FolderStamps newFolders = new FolderStamps();
    List<Watched> newWatched = new ArrayList<>();
    Map<Path, Watched> newByPath = new TreeMap<>();
    Set<Path> failed = new TreeSet<>();
    BiConsumer<Path, Finding> failure =
        (path, finding) -> {
          if (failed.add(path) && !unreadable.contains(path)) {
            onUnreadable.accept(finding);
          }
        };
    new FolderWalk(Cancellation.NEVER, failure, newFolders, false)
        .walk(
            folder,
            candidate -> {
              if (!isHidden(candidate.path) && !isUnfinishedDownload(candidate)) {
                Watched each =
                    watchedByPath.getOrDefault(candidate.path, new Watched(folderExisted));
                each.candidate = candidate;
                if (newByPath.put(candidate.path, each) == null) {
                  newWatched.add(each);
                }
              }
            });
    watched = newWatched;
    watchedByPath = newByPath;
    folderExisted = !failed.contains(folder);
    folders = newFolders;
    unreadable = failed;
  }

  private boolean isHidden(Path path) {
    return !path.equals(folder) && path.getFileName().toString().startsWith(".");
  }

  private static boolean isUnfinishedDownload(Candidate candidate) {
    return candidate.unfinishedDownloads.stream()
        .anyMatch(each -> each.file().equals(candidate.path));
  }

  private static Map<Path, Optional<FileStamp>> stamps(Candidate candidate) {
    List<Path> paths = new ArrayList<>(candidate.files);
    candidate.unfinishedDownloads.forEach(each -> paths.add(each.file()));
    if (ShardSet.isIndexName(candidate.path)) {
      paths.add(candidate.path);
    }
    Map<Path, Optional<FileStamp>> stamps = new TreeMap<>();
    paths.forEach(path -> stamps.put(path, FileStamp.of(path)));
    return stamps;
  }

  private final class Watched {

    private Candidate candidate;
    private Map<Path, Optional<FileStamp>> stamps;
    private Optional<Boolean> isWhole = Optional.empty();
    private long sinceNanos;
    private boolean isReturned;

    /// True if the checkpoint was added or changed after the first poll.
    private boolean isNew;

    Watched(boolean isNew) {
      this.isNew = isNew;
    }

    void poll(long now) {
      Map<Path, Optional<FileStamp>> before = stamps;
      stamps = stamps(candidate);
      if (!stamps.equals(before)) {
        sinceNanos = now;
        isReturned = false;
        isNew |= before != null;
        isWhole = Optional.empty();
        // An overwritten index can contain other shards, but does not change the folder's
        // timestamp.
        isOutdated |= before != null && ShardSet.isIndexName(candidate.path);
      }
    }

    /// Returns true if the files have changed since the last poll.
    boolean hasChanged() {
      return !stamps.equals(stamps(candidate));
    }

    boolean isFinished(long now) {
      long nanos = now - sinceNanos;
      return nanos >= MIN_IDLE_TIME.toNanos() && (nanos >= patience.toNanos() || isWhole());
    }

    Finished markReturned() {
      isReturned = true;
      boolean isSet =
          ShardSet.isIndexName(candidate.path)
              || candidate.files.size() > 1
              || !candidate.missingFileMessages.isEmpty();
      return new Finished(candidate.path, isSet);
    }

    private boolean isWhole() {
      if (isWhole.isEmpty()) {
        isWhole =
            Optional.of(
                candidate.missingFileMessages.isEmpty()
                    && candidate.unfinishedDownloads.isEmpty()
                    && candidate.failures.isEmpty()
                    && candidate.files.stream().allMatch(CheckpointPoller::isWhole));
      }
      return isWhole.get();
    }
  }

  /// Returns true if a file contains all bytes that its header declares, or if its header is
  /// damaged.
  private static boolean isWhole(Path path) {
    try (TensorFile file = TensorFile.open(path)) {
      return file.kind() != FileKind.ZEROS
          && !file.isUnfinished()
          && file.reading().loadError().filter(TRUNCATION_ERRORS::contains).isEmpty()
          && file.findings().stream().noneMatch(each -> each.code() == FindingCode.TRUNCATED);
    } catch (IOException e) {
      return false;
    }
  }
}
