package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerFindings;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.selection.TensorFindings;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Checks the values of the queued checkpoints. After a failure, the following checkpoints are
/// checked nevertheless. The result is the first failure with the number of all others. Waits while
/// other jobs run that the user is waiting for.
///
/// @param onChecked receives each model when its check is complete, including models checked
///   earlier
record QueuedValueCheck(LibrarySources sources, Consumer<LibraryEntry> onChecked, Runnable onEnd)
    implements Work<Optional<Throwable>> {

  private static final long STORE_INTERVAL_BYTES = 4L << 30;

  /// Few threads, because checks yield to other jobs by pausing and do not free a processor.
  private static final int THREADS = Math.min(2, ParallelWork.defaultThreadCount());

  /// Returns whether a model loads but its health or its effective rank is unknown.
  static boolean isUnchecked(LibraryEntry entry) {
    boolean isUnmeasured = entry.facts().rank().isPresent() && entry.effectiveRank().isEmpty();
    return entry.state() == State.COMPLETE && (entry.health() == Health.UNKNOWN || isUnmeasured);
  }

  @Override
  public Optional<Throwable> run(Cancellation cancellation, Progress progress) throws IOException {
    CheckQueue pending = sources.pending();
    Cancellation stopping = new PausableCancellation(cancellation, pending);
    SequencedMap<Path, Throwable> failures = new LinkedHashMap<>();
    try {
      long done = 0;
      for (Optional<Path> next = pending.next(); next.isPresent(); next = pending.next()) {
        long before = done;
        long left = pending.counts().leftBytes();
        try {
          check(next.get(), stopping, (at, _) -> progress.report(before + at, before + left));
        } catch (CancellationException e) {
          throw e;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
          failures.put(next.get(), e);
        }
        pending.done(next.get());
        done += left - pending.counts().leftBytes();
        progress.report(done, before + left);
      }
    } catch (CancellationException e) {
      // A pause is not a cancellation: the result so far is reported.
      cancellation.check();
    } finally {
      onEnd.run();
      pending.end();
    }
    return failures.isEmpty() ? Optional.empty() : Optional.of(failure(failures));
  }

  private static SentenceException failure(SequencedMap<Path, Throwable> failures) {
    Map.Entry<Path, Throwable> first = failures.firstEntry();
    Sentence sentence =
        Sentence.of("The values of {0} could not be checked.", PathText.of(first.getKey()))
            .then(Failures.sentence(first.getValue()));
    int more = failures.size() - 1;
    if (more > 0) {
      sentence =
          sentence.then(
              Sentence.of("{0} more {0#model|models} could not be checked either.", more));
    }
    return new SentenceException(sentence, first.getValue());
  }

  private void check(Path path, Cancellation cancellation, Progress progress) throws IOException {
    cancellation.check();
    LibraryEntry entry = sources.scan().inspect(path, cancellation);
    if (entry.state() == State.UNREADABLE) {
      throw new SentenceException(entry.problem().orElseThrow());
    }
    if (isUnchecked(entry) && isWhole(entry)) {
      scan(sources.values(), path, STORE_INTERVAL_BYTES, THREADS, cancellation, progress);
      storeConcerns(sources.values(), path, cancellation);
      if (entry.facts().rank().isPresent()) {
        measureRank(sources.values(), path, cancellation);
      }
      entry = sources.scan().inspect(path, cancellation);
    }
    sources.live().recordScan(entry);
    onChecked.accept(entry);
  }

  /// Scans the tensors of a checkpoint without stored results, and stores the results in the same
  /// way as for open checkpoints, including the results of an interrupted scan.
  ///
  /// @param path a file, an index or a folder
  /// @param storeIntervalBytes the number of bytes after which intermediate results are stored, in
  ///   case the process is killed
  /// @param progress in bytes
  /// @throws IOException if the checkpoint cannot be read or changes during the scan, or the
  ///   results cannot be stored
  static void scan(
      ScanResultStore store,
      Path path,
      long storeIntervalBytes,
      int threadCount,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, cancellation, Progress.NONE)) {
      ScanResultStore.ScanResultKey key = store.keyOf(checkpoint);
      KnownValues known = key.load();
      List<Integer> indexes = new ArrayList<>();
      List<TensorData> left = new ArrayList<>();
      for (int i = 0; i < checkpoint.tensors().size(); i++) {
        Optional<TensorData> data = checkpoint.tensors().get(i).data();
        if (data.isPresent() && known.health(i).isEmpty()) {
          indexes.add(i);
          left.add(data.get());
        }
      }
      if (left.isEmpty()) {
        return;
      }
      Results results = new Results(key, known, storeIntervalBytes);
      try {
        new HealthScan(new ChunkedScan(threadCount))
            .run(
                left,
                (i, health) -> results.add(indexes.get(i), health, left.get(i).range().byteCount()),
                cancellation,
                progress);
      } finally {
        // The results of the tensors that were read remain valid if the scan was stopped or a file
        // changed.
        results.store();
      }
      if (results.failure != null) {
        throw results.failure;
      }
    }
  }

  /// Searches a scanned checkpoint for wrong scales, and stores the result.
  private static void storeConcerns(ScanResultStore store, Path path, Cancellation cancellation)
      throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, cancellation, Progress.NONE)) {
      Quantization quantization = Quantization.of(checkpoint, cancellation);
      List<Finding> findings =
          new ArrayList<>(quantization.examined(cancellation, Progress.NONE).allFindings());
      findings.addAll(LayerFindings.of(checkpoint.files(), cancellation));
      Set<Integer> concerns =
          findings.stream()
              .filter(TensorFindings::isDoubt)
              .flatMap(finding -> finding.tensor().flatMap(checkpoint::tensor).stream())
              .map(checkpoint::indexOf)
              .collect(Collectors.toSet());
      if (!concerns.isEmpty()) {
        KnownValues known = new KnownValues(checkpoint.tensors().size());
        known.addConcerns(concerns);
        store.keyOf(checkpoint).store(known);
      }
    }
  }

  private static final class Results {

    private final ScanResultStore.ScanResultKey key;
    private final KnownValues known;
    private final long storeIntervalBytes;
    private long unstoredBytes;

    /// The first failure to store results.
    private IOException failure;

    Results(ScanResultStore.ScanResultKey key, KnownValues known, long storeIntervalBytes) {
      this.key = key;
      this.known = known;
      this.storeIntervalBytes = storeIntervalBytes;
    }

    void add(int tensor, TensorHealth health, long byteCount) {
      known.setHealth(tensor, health);
      unstoredBytes += byteCount;
      if (unstoredBytes >= storeIntervalBytes) {
        store();
      }
    }

    void store() {
      unstoredBytes = 0;
      try {
        key.store(known);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
  }

  /// Measures all modules of an adapter and stores its effective rank, which is the median of the
  /// effective ranks of the modules, unless it is already stored.
  ///
  /// @throws IOException if reading the file fails, if the file changes during the call, or if
  ///   storing the result fails
  static void measureRank(ScanResultStore store, Path path, Cancellation cancellation)
      throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      if (store.effectiveRank(file.identity()).isEmpty()) {
        List<MeasuredModule> modules =
            new AdapterScan(ParallelWork.backgroundThreadCount())
                .modules(Adapter.of(file), Optional.empty(), cancellation, Progress.NONE);
        store.storeEffectiveRank(
            file.identity(), MeasuredModule.medianEffectiveRank(modules).orElse(Double.NaN));
      }
    }
  }

  // A set without an index is represented by a shard, which does not contain all values.
  private static boolean isWhole(LibraryEntry entry) {
    return entry.contents().fileCount() <= 1
        || ShardSet.isIndexName(entry.path())
        || Files.isDirectory(entry.path());
  }

  /// Requests cancellation if the job is stopped or the work is paused. Blocks while other jobs
  /// have priority.
  private record PausableCancellation(Cancellation job, CheckQueue pending)
      implements Cancellation {

    private static final Duration PAUSE = Duration.ofMillis(50);

    @Override
    public boolean isRequested() {
      while (pending.isHeld() && !isStopped()) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      return isStopped();
    }

    private boolean isStopped() {
      return job.isRequested() || pending.next().isEmpty();
    }
  }
}
