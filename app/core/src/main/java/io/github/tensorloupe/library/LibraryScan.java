package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.identify.Sidecar;
import io.github.tensorloupe.integrity.doctor.IndexDoctor;
import io.github.tensorloupe.integrity.doctor.IndexDoctor.ShardFinding;
import io.github.tensorloupe.integrity.doctor.Shard;
import io.github.tensorloupe.library.HeaderCache.SetSummary;
import io.github.tensorloupe.library.LibraryEntry.Contents;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds checkpoints in caches and folders and reads their headers. Reads at most two checkpoints
/// at a time, to leave disk bandwidth to other programs. Thread-safe; blocks the calling thread.
///
/// @param headers the cache of headers
/// @param health the results of earlier value scans
/// @param saves returns findings about an unfinished save of a file
/// @param mayHaveArtifacts returns false for folders in which only a refused file can have an
///   unfinished save
/// @param includesOtherFormats true to find files of other formats in folders, too
public record LibraryScan(
    HeaderCache headers,
    KnownHealthLookup health,
    Function<Path, List<Finding>> saves,
    Predicate<Path> mayHaveArtifacts,
    boolean includesOtherFormats) {

  private static final int THREADS = 2;

  /// The maximum number of shards to open for identifying a set without an index.
  private static final int MAX_OPEN = 64;

  static final List<String> PICTURE_SUFFIXES =
      List.of(".preview.png", ".png", ".preview.jpg", ".jpg", ".preview.jpeg", ".jpeg");

  /// Creates a scan that searches for neither unfinished saves nor other formats.
  public LibraryScan(HeaderCache headers, KnownHealthLookup health) {
    this(headers, health, _ -> List.of(), _ -> false, false);
  }

  /// Searches folders. Reports a checkpoint that is in several of the folders only for the first.
  ///
  /// @param listener receives the entries in arbitrary order; not called after cancellation or
  ///   return
  /// @param progress reported in checkpoints; the total is unknown until all folders are searched
  /// @return the modification times of the searched folders
  public FolderStamps run(
      List<LibraryFolder> places,
      LibraryListener listener,
      Cancellation cancellation,
      Progress progress) {
    FolderStamps stamps = new FolderStamps();
    FolderWalk walk =
        new FolderWalk(cancellation, listener::onUnreadableFolder, stamps, includesOtherFormats);
    List<Future<?>> started = new ArrayList<>();
    // Listing a folder once takes less time than examining each of its files.
    Map<Path, Boolean> foldersWithArtifacts = new ConcurrentSkipListMap<>();
    Predicate<Path> hasArtifacts =
        folder -> foldersWithArtifacts.computeIfAbsent(folder, mayHaveArtifacts::test);
    AtomicInteger doneCount = new AtomicInteger();
    AtomicBoolean isFinished = new AtomicBoolean();
    Cancellation stop = () -> isFinished.get() || cancellation.isRequested();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("tensorloupe-library-", 1).factory());
    try {
      for (LibraryFolder place : places) {
        Consumer<Candidate> reading =
            candidate -> {
              if (stop.isRequested()) {
                return;
              }
              LibraryEntry entry = read(candidate, place, hasArtifacts);
              if (candidate.isOfOtherFormat && entry.otherFormat().isEmpty()) {
                return;
              }
              synchronized (isFinished) {
                if (!stop.isRequested()) {
                  listener.onEntry(entry);
                  progress.report(doneCount.incrementAndGet(), 0);
                }
              }
            };
        walk.walk(
            place.folder(),
            candidate -> started.add(threads.submit(() -> reading.accept(candidate))));
      }
      for (Future<?> each : started) {
        each.get();
        progress.report(Math.min(started.size(), doneCount.get()), started.size());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("reading a header failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } finally {
      // A read that hangs on a network drive may end long after the scan; its result is ignored.
      synchronized (isFinished) {
        isFinished.set(true);
      }
      threads.shutdown();
    }
    headers.store();
    cancellation.check();
    return stamps;
  }

  /// Reads the checkpoint at a path.
  ///
  /// @param path a file, an index or a folder, which need not exist
  public LibraryEntry inspect(Path path, Cancellation cancellation) {
    FolderWalk walk = new FolderWalk(cancellation, (_, _) -> {}, new FolderStamps(), false);
    Path parent = path.toAbsolutePath().getParent();
    LibraryFolder place = LibraryFolder.folder(parent == null ? path : parent);
    return read(walk.at(path), place, _ -> true);
  }

  LibraryEntry read(Candidate candidate, LibraryFolder place, Predicate<Path> hasArtifacts) {
    return new CandidateReader(candidate, place, hasArtifacts).read();
  }

  /// Creates an entry from a candidate by reading the headers of its files. Not reusable and not
  /// thread-safe.
  private final class CandidateReader {

    private final Candidate candidate;
    private final LibraryFolder place;
    private final Predicate<Path> hasArtifacts;
    private final Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
    private final List<FileIdentity> identities = new ArrayList<>();
    private final boolean isAlone;
    private ModelFacts facts = ModelFacts.UNKNOWN;
    private Optional<Damage> damage = Optional.empty();
    private Optional<Sentence> indexError = Optional.empty();
    private Optional<Health> known = Optional.empty();
    private OptionalDouble effectiveRank = OptionalDouble.empty();
    private Optional<FileKind> otherFormat = Optional.empty();
    private Instant modified = Instant.EPOCH;
    private long byteLength;
    private long tensorCount;
    private int fileCount;

    CandidateReader(Candidate candidate, LibraryFolder place, Predicate<Path> hasArtifacts) {
      this.candidate = candidate;
      this.place = place;
      this.hasArtifacts = hasArtifacts;
      isAlone = candidate.files.size() == 1 && candidate.files.contains(candidate.path);
    }

    LibraryEntry read() {
      Set<Path> visited = new TreeSet<>();
      for (Path file : candidate.files) {
        try {
          Path realPath = file.toRealPath();
          if (visited.add(realPath)) {
            read(file, realPath);
          }
        } catch (IOException e) {
          candidate.failures.add(ReadFailures.finding(e).sentence());
        } catch (OutOfMemoryError e) {
          candidate.failures.add(
              Sentence.of("{0} needs more memory than is available.", nameOf(file)));
        }
      }
      if (!isAlone && !identities.isEmpty()) {
        SetSummary summary = headers.summaryOf(candidate.path, states(), this::summaryOfSet);
        facts = summary.facts();
        indexError = summary.indexError();
      }
      if (isAlone) {
        Sidecar sidecar = Sidecar.of(candidate.path);
        facts = sidecar.equals(Sidecar.NONE) ? facts : facts.with(sidecar);
      }
      candidate.unfinishedDownloads.forEach(this::count);
      State state = state();
      List<Dtype> dtypes =
          dtypeBytes.entrySet().stream()
              .sorted(Map.Entry.<Dtype, Long>comparingByValue(Comparator.reverseOrder()))
              .map(Map.Entry::getKey)
              .toList();
      return new LibraryEntry(
          candidate.name,
          candidate.path,
          place,
          candidate.revision,
          new Contents(byteLength, fileCount, tensorCount, dtypes, pictureFile()),
          modified,
          state,
          problem(state),
          damage,
          known.orElse(Health.UNKNOWN),
          effectiveRank,
          facts,
          otherFormat);
    }

    private Optional<Path> pictureFile() {
      return facts.hasPicture()
          ? candidate.files.stream().findFirst()
          : isAlone ? pictureNextTo(candidate.path) : Optional.empty();
    }

    /// Returns the preview picture next to a model, which has the name of the model and a picture
    /// suffix, if any.
    private static Optional<Path> pictureNextTo(Path file) {
      String stem = CheckpointFinder.stem(file);
      return PICTURE_SUFFIXES.stream()
          .map(suffix -> file.resolveSibling(stem + suffix))
          .filter(Files::isRegularFile)
          .findFirst();
    }

    /// Returns the states of all files and of the indexes next to them.
    private List<Object> states() {
      List<Object> states = new ArrayList<>(identities);
      Set<Path> folders = new TreeSet<>();
      candidate.files.forEach(file -> folders.add(file.getParent()));
      for (Path each : folders) {
        try {
          CheckpointFinder.fileNames(each).stream()
              .map(each::resolve)
              .filter(ShardSet::isIndexName)
              .forEach(index -> states.add(FileStamp.of(index)));
        } catch (IOException e) {
          states.add(each);
        }
      }
      return states;
    }

    private SetSummary summaryOfSet(String stamp) {
      Path path = candidate.path;
      try {
        if (Files.isDirectory(path) || ShardSet.isIndexName(path)) {
          try (Checkpoint all = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
            return summary(stamp, all.parts());
          }
        }
        List<TensorFile> opened = new ArrayList<>();
        try {
          for (Path file : candidate.files.subList(0, Math.min(MAX_OPEN, candidate.files.size()))) {
            opened.add(TensorFile.open(file));
          }
          CheckpointPart part = new CheckpointPart("", path, Optional.empty(), opened, List.of());
          return summary(stamp, List.of(part));
        } finally {
          Checkpoint.closeAll(opened);
        }
      } catch (IOException | OutOfMemoryError e) {
        // Unreadable files are reported separately.
        return new SetSummary(stamp, ModelFacts.UNKNOWN, Optional.empty());
      }
    }

    private static SetSummary summary(String stamp, List<CheckpointPart> parts) {
      Optional<Sentence> error =
          parts.stream()
              .flatMap(part -> indexFindings(part).stream())
              .map(ShardFinding::finding)
              .filter(finding -> finding.severity() == Severity.ERROR)
              .map(Finding::sentence)
              .findFirst();
      return new SetSummary(stamp, ModelFacts.of(parts), error);
    }

    private static List<ShardFinding> indexFindings(CheckpointPart part) {
      List<Shard> shards = part.files().stream().map(Shard::of).toList();
      return IndexDoctor.examine(part.index(), shards, part.path(), Cancellation.NEVER);
    }

    private void read(Path file, Path realPath) throws IOException {
      fileCount++;
      HeaderCache.FileSummary summary = headers.of(file, isAlone);
      // Without change times, a cached header does not prove that the file has no mark.
      if (summary.changed().isEmpty() || hasArtifacts.test(realPath.getParent())) {
        addSaveProblems(file);
      }
      byteLength += summary.identity().byteLength();
      tensorCount += summary.tensorCount();
      updateModified(summary.identity().modified());
      summary.dtypeBytes().forEach((dtype, bytes) -> dtypeBytes.merge(dtype, bytes, Long::sum));
      if (isOfOtherFormat(file, summary)) {
        otherFormat = Optional.of(summary.kind());
      } else {
        damage = damage.or(summary::damage);
      }
      if (otherFormat.isEmpty() || !summary.isIntact()) {
        summary.refusal().ifPresent(refusal -> addRefusal(file, refusal));
      }
      identities.add(summary.identity());
      if (isAlone) {
        facts = summary.facts().orElse(ModelFacts.UNKNOWN);
        effectiveRank =
            facts.rank().isPresent()
                ? health.effectiveRank(summary.identity())
                : OptionalDouble.empty();
      }
      Health result = health.health(summary.identity(), summary.tensorCount());
      known = Optional.of(known.map(result::and).orElse(result));
    }

    private boolean isOfOtherFormat(Path file, HeaderCache.FileSummary summary) {
      return includesOtherFormats
          && isAlone
          && summary.kind().isForeignCheckpoint()
          && !CheckpointFinder.hasSafetensorsName(nameOf(file));
    }

    private void addRefusal(Path file, Sentence refusal) {
      boolean isAlone = candidate.files.size() == 1;
      candidate.refusals.add(isAlone ? refusal : Sentence.of("{0}: {1}", nameOf(file), refusal));
    }

    private void addSaveProblems(Path file) {
      for (Finding each : saves.apply(file)) {
        if (each.severity() == Severity.ERROR) {
          candidate.saveProblems.add(each.sentence());
        }
      }
    }

    private void count(UnfinishedDownload download) {
      if (download.byteLength() > 0) {
        fileCount++;
        byteLength += download.byteLength();
      }
      // If the download has just finished, the next scan will find the result.
      FileStamp.of(download.file()).ifPresent(stamp -> updateModified(stamp.modified()));
    }

    private void updateModified(FileTime time) {
      if (time.toInstant().isAfter(modified)) {
        modified = time.toInstant();
      }
    }

    private State state() {
      if (!candidate.missingFileMessages.isEmpty() || !candidate.unfinishedDownloads.isEmpty()) {
        return State.INCOMPLETE;
      }
      if (!candidate.failures.isEmpty()) {
        return State.UNREADABLE;
      }
      if (!candidate.refusals.isEmpty()) {
        return State.REFUSED;
      }
      return indexError.isEmpty() ? State.COMPLETE : State.INCONSISTENT;
    }

    private Optional<Sentence> problem(State state) {
      return switch (state) {
        case COMPLETE -> candidate.saveProblems.stream().findFirst();
        case INCONSISTENT -> indexError;
        case REFUSED -> Optional.of(candidate.refusals.getFirst());
        case UNREADABLE -> Optional.of(candidate.failures.getFirst());
        case INCOMPLETE ->
            Stream.concat(
                    candidate.missingFileMessages.stream(),
                    candidate.unfinishedDownloads.stream().map(UnfinishedDownload::sentence))
                .limit(2)
                .reduce(Sentence::then);
      };
    }

    private static String nameOf(Path file) {
      return DisplayText.of(String.valueOf(file.getFileName()));
    }
  }
}
