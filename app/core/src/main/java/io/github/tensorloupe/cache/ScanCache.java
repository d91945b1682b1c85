package io.github.tensorloupe.cache;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.KnownValues;
import io.github.tensorloupe.storage.ScanResultStore;
import io.github.tensorloupe.work.IoRunnable;

/// A persistent cache of scan results. Thread-safe; blocks the calling thread.
///
/// Keys are hashes of file identities. The cache contains neither names nor bytes of scanned files.
public final class ScanCache implements ScanResultStore {

  /// The default maximum total size of all results in bytes.
  public static final long DEFAULT_LIMIT_BYTES = 64L << 20;

  private static final String FOLDER = "scans";
  private static final String SCAN = ".scan";
  private static final String RANK = ".rank";

  /// An upper bound on the stored values and array delimiters of one tensor.
  private static final long MAX_TENSOR_TOKENS = 60 + 4L * ZeroPages.MAX_RUNS;

  private static final CacheStore.Limits RANK_LIMITS = new CacheStore.Limits(10, 1000);

  private final CacheStore store;
  private final AtomicBoolean isFailureReported = new AtomicBoolean();

  public ScanCache(Folders folders) {
    this(folders, DEFAULT_LIMIT_BYTES);
  }

  ScanCache(Folders folders, long limitBytes) {
    store = new CacheStore(() -> folders.cache().map(cache -> cache.resolve(FOLDER)), limitBytes);
  }

  /// The stored results of a file.
  ///
  /// @param health the health by tensor index; null if unknown
  /// @param figures the statistics by tensor index; null if unknown
  record Scan(TensorHealth[] health, TensorSummary[] figures) {

    static Scan of(KnownValues values) {
      Scan scan =
          new Scan(new TensorHealth[values.tensorCount()], new TensorSummary[values.tensorCount()]);
      for (int i = 0; i < values.tensorCount(); i++) {
        scan.health[i] = values.health(i).orElse(null);
        scan.figures[i] = values.figures(i).orElse(null);
      }
      return scan;
    }
  }

  /// A file of a checkpoint, as it was when the checkpoint was opened.
  ///
  /// @param first the index, within the checkpoint, of the first tensor of the file
  private record Part(FileIdentity identity, int first, int tensorCount) {}

  @Override
  public ScanResultKey keyOf(Checkpoint checkpoint) throws IOException {
    List<Part> parts = new ArrayList<>();
    int tensorCount = 0;
    for (TensorFile file : checkpoint.files()) {
      int count = file.header().tensors().size();
      parts.add(new Part(file.identity(), tensorCount, count));
      tensorCount += count;
    }
    int allCount = tensorCount;
    return new ScanResultKey() {
      @Override
      public KnownValues load() {
        KnownValues all = new KnownValues(allCount);
        for (Part part : parts) {
          read(part.identity, part.tensorCount)
              .ifPresent(values -> all.addMissing(values, part.first));
        }
        return all;
      }

      @Override
      public void keep(KnownValues all) throws IOException {
        reportOnce(
            () -> {
              for (Part part : parts) {
                KnownValues values = all.part(part.first, part.tensorCount);
                if (!values.isEmpty()) {
                  write(part.identity, values);
                }
              }
            });
      }
    };
  }

  // For example, a full disk is reported once, not for every file.
  private void reportOnce(IoRunnable writing) throws IOException {
    try {
      writing.run();
    } catch (IOException e) {
      if (!isFailureReported.getAndSet(true)) {
        throw e;
      }
    }
  }

  @Override
  public OptionalDouble effectiveRank(FileIdentity identity) {
    return read(identity, RANK, Double.class, RANK_LIMITS)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  @Override
  public void storeEffectiveRank(FileIdentity identity, double rank) throws IOException {
    reportOnce(() -> store.write(key(identity, RANK), rank));
  }

  @Override
  public Health health(FileIdentity identity, int tensorCount) {
    return read(identity, tensorCount).map(ScanCache::health).orElse(Health.UNKNOWN);
  }

  private static Health health(KnownValues values) {
    Health all = Health.HEALTHY;
    for (int tensor = 0; tensor < values.tensorCount(); tensor++) {
      all = all.and(values.health(tensor).map(ScanCache::health).orElse(Health.UNKNOWN));
    }
    return all;
  }

  private static Health health(TensorHealth tensor) {
    Health all = Health.HEALTHY;
    for (HealthIssue issue : tensor.issues()) {
      all =
          all.and(
              switch (issue) {
                case NAN -> Health.NAN;
                case INF -> Health.INF;
                case ZERO_PAGES, ALL_ZERO, CONSTANT, INVALID_BOOL, EQUAL_ROWS -> Health.DOUBTFUL;
                case INITIAL_ZEROS, INITIAL_ONES -> Health.HEALTHY;
              });
    }
    return all;
  }

  /// Returns the results of a file, or empty if there are no stored results for this number of
  /// tensors.
  public Optional<KnownValues> read(FileIdentity identity, int tensorCount) {
    long tokens = (tensorCount + 1L) * MAX_TENSOR_TOKENS;
    CacheStore.Limits limits = new CacheStore.Limits(tokens, tokens * Long.BYTES);
    return read(identity, SCAN, Scan.class, limits)
        .filter(it -> it.health.length == tensorCount && it.figures.length == tensorCount)
        .map(it -> new KnownValues(it.health, it.figures));
  }

  private <T> Optional<T> read(
      FileIdentity identity, String suffix, Class<T> type, CacheStore.Limits limits) {
    String key = key(identity, suffix);
    Optional<T> value = store.read(key, type, limits);
    value.ifPresent(_ -> store.touch(key));
    return value;
  }

  /// Replaces the results of a file.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and the old results are
  ///   unchanged
  public void write(FileIdentity identity, KnownValues values) throws IOException {
    store.write(key(identity, SCAN), Scan.of(values));
  }

  // Includes the file key, because extracted archives may contain different files of one
  // architecture with equal headers, lengths and times.
  private static String key(FileIdentity identity, String suffix) {
    String text =
        String.join(
            "\n",
            identity.fileKey().orElse(""),
            Long.toString(identity.byteLength()),
            identity.modified().toString(),
            identity.headSha256());
    return Sha256.hex(text) + suffix;
  }
}
