package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Tells of each checkpoint below a folder once it is finished, and again when its files have
/// changed. Looks at lengths and times whenever it is asked, because network drives tell of no
/// events, and reads the headers of what is new. Belongs to one thread.
///
/// A checkpoint is finished if all its shards are there with all bytes that their headers declare,
/// there is no unfinished download beside it, and it has not changed from one look to a later one.
/// What is not whole counts as finished when it has not changed for longer, as nobody seems to
/// write it any more.
public final class FinishedCheckpoints {

  /// A checkpoint that is finished.
  ///
  /// @param path what to open: a file, an index or a folder; of a set without an index a shard
  /// @param isSet true if it is a set of shards, whether all are there or not
  public record Finished(Path path, boolean isSet) {}

  /// So long a whole checkpoint must not have changed.
  public static final Duration REST = Duration.ofSeconds(2);

  /// Where the times of folders are too coarse to tell of every change, a new walk does.
  private static final Duration WALK_AGAIN = Duration.ofSeconds(30);

  private static final Set<LoadError> CUT =
      Set.of(LoadError.HEADER_TOO_SMALL, LoadError.INVALID_HEADER_LENGTH);

  private final Path folder;
  private final Duration patience;
  private final Consumer<Finding> passedOver;
  private final LongSupplier nanoTime;
  private Map<Path, Watched> all = Map.of();
  private Set<Path> unreadable = Set.of();
  private FolderStamps folders = new FolderStamps();
  private long walkedNanos;
  private boolean isOutdated = true;

  /// True if the folder was there at the last walk.
  private boolean wasThere;

  /// @param patience so long one that is not whole must not have changed, `REST` or more
  /// @param passedOver receives why a folder cannot be looked through, once until it can
  /// @param nanoTime gives the time in nanoseconds from any beginning
  public FinishedCheckpoints(
      Path folder, Duration patience, Consumer<Finding> passedOver, LongSupplier nanoTime) {
    this.folder = folder;
    this.patience = patience;
    this.passedOver = passedOver;
    this.nanoTime = nanoTime;
  }

  /// Looks again and gives one that is finished and was not given in this state; empty where there
  /// is none at this moment.
  public Optional<Finished> next() {
    long now = look();
    return first(each -> each.isFinished(now));
  }

  /// Looks again and gives all that are finished and were not given in this state.
  public List<Finished> allNow() {
    long now = look();
    return Stream.generate(() -> first(each -> each.isFinished(now)))
        .takeWhile(Optional::isPresent)
        .flatMap(Optional::stream)
        .toList();
  }

  /// What to open of those that somebody is writing: they have come or changed since the first
  /// look, and were not finished at the last one.
  public Set<Path> written() {
    return all.values().stream()
        .filter(each -> each.isNew && !each.isGiven)
        .map(each -> each.candidate.path())
        .collect(Collectors.toUnmodifiableSet());
  }

  private long look() {
    long now = nanoTime.getAsLong();
    if (isOutdated || now - walkedNanos >= WALK_AGAIN.toNanos() || folders.isOutdated()) {
      walk(now);
    }
    all.values().forEach(each -> each.look(now));
    return now;
  }

  /// Gives one that was not given, in whatever state it is. Does not look again, so that this comes
  /// to an end.
  public Optional<Finished> nextAsItIs() {
    return first(_ -> true);
  }

  private Optional<Finished> first(Predicate<Watched> condition) {
    Optional<Watched> found =
        all.values().stream().filter(each -> !each.isGiven && condition.test(each)).findFirst();
    found.ifPresent(each -> each.isGiven = true);
    return found.map(each -> new Finished(each.candidate.path(), isSet(each.candidate)));
  }

  /// True if all that were found at the last look have been given.
  public boolean areAllGiven() {
    return all.values().stream().allMatch(each -> each.isGiven);
  }

  /// True if a checkpoint has changed since it was given; it is given again when it is finished.
  public boolean hasChanged(Finished given) {
    Watched watched = all.get(given.path());
    return watched == null || !watched.stamps.equals(stamps(watched.candidate));
  }

  /// One that was given, as its names tell at present; empty if it is gone.
  Optional<Candidate> candidate(Finished given) {
    return Optional.ofNullable(all.get(given.path()))
        .map(each -> each.candidate)
        .map(it -> Candidate.together(it.name(), it.path(), List.of(it)));
  }

  private void walk(long now) {
    walkedNanos = now;
    isOutdated = false;
    FolderStamps walked = new FolderStamps();
    Map<Path, Watched> found = new LinkedHashMap<>();
    Set<Path> failed = new HashSet<>();
    BiConsumer<Path, Finding> failure =
        (path, why) -> {
          if (failed.add(path) && !unreadable.contains(path)) {
            passedOver.accept(why);
          }
        };
    new FolderWalk(Cancellation.NEVER, failure, walked)
        .walk(
            folder,
            candidate -> {
              if (!isHidden(candidate.path()) && !isMereLeftover(candidate)) {
                Watched watched = all.getOrDefault(candidate.path(), new Watched(wasThere));
                watched.candidate = candidate;
                found.put(candidate.path(), watched);
              }
            });
    all = found;
    wasThere = !failed.contains(folder);
    folders = walked;
    unreadable = failed;
  }

  private static boolean isSet(Candidate candidate) {
    return ShardSet.isIndexName(candidate.path())
        || candidate.files().size() > 1
        || !candidate.gaps().isEmpty();
  }

  private boolean isHidden(Path path) {
    return !path.equals(folder) && path.getFileName().toString().startsWith(".");
  }

  private static boolean isMereLeftover(Candidate candidate) {
    return candidate.leftovers().stream().anyMatch(each -> each.file().equals(candidate.path()));
  }

  private static Map<Path, Optional<FileStamp>> stamps(Candidate candidate) {
    List<Path> paths = new ArrayList<>(candidate.files());
    candidate.leftovers().forEach(each -> paths.add(each.file()));
    if (ShardSet.isIndexName(candidate.path())) {
      paths.add(candidate.path());
    }
    Map<Path, Optional<FileStamp>> stamps = new HashMap<>();
    paths.forEach(path -> stamps.put(path, FileStamp.of(path)));
    return stamps;
  }

  private final class Watched {

    private Candidate candidate;
    private Map<Path, Optional<FileStamp>> stamps;
    private Optional<Boolean> isWhole = Optional.empty();
    private long sinceNanos;
    private boolean isGiven;

    /// True if it came or changed while it was watched.
    private boolean isNew;

    Watched(boolean isNew) {
      this.isNew = isNew;
    }

    void look(long now) {
      Map<Path, Optional<FileStamp>> before = stamps;
      stamps = stamps(candidate);
      if (!stamps.equals(before)) {
        sinceNanos = now;
        isGiven = false;
        isNew |= before != null;
        isWhole = Optional.empty();
        // An index that was overwritten may name other shards, and its folder does not tell.
        isOutdated |= before != null && ShardSet.isIndexName(candidate.path());
      }
    }

    boolean isFinished(long now) {
      long nanos = now - sinceNanos;
      return nanos >= REST.toNanos() && (nanos >= patience.toNanos() || isWhole());
    }

    private boolean isWhole() {
      if (isWhole.isEmpty()) {
        isWhole =
            Optional.of(
                candidate.gaps().isEmpty()
                    && candidate.leftovers().isEmpty()
                    && candidate.failures().isEmpty()
                    && candidate.files().stream().allMatch(FinishedCheckpoints::isWhole));
      }
      return isWhole.get();
    }
  }

  /// True if all bytes are there that the header of a file declares, or if it declares none because
  /// it is damaged.
  private static boolean isWhole(Path path) {
    try (TensorFile file = TensorFile.open(path)) {
      return file.kind() != FileKind.ZEROS
          && !file.isUnfinished()
          && file.reading().loadError().filter(CUT::contains).isEmpty()
          && file.findings().stream().noneMatch(each -> each.code() == FindingCode.TRUNCATED);
    } catch (IOException e) {
      return false;
    }
  }
}
