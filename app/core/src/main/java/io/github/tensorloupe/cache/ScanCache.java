package io.github.tensorloupe.cache;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.storage.Folders;

/// A persistent cache of scan results. Thread-safe; blocks the calling thread.
///
/// Keys are hashes of file identities. The cache contains neither names nor bytes of scanned files.
public final class ScanCache implements KnownHealthLookup {

  /// The default maximum total size of all results in bytes.
  public static final long DEFAULT_LIMIT_BYTES = 64L << 20;

  private static final String FOLDER = "scans";
  private static final String SCAN = ".scan";
  private static final String RANK = ".rank";
  private static final String CONCERN = ".concern";

  /// An upper bound on the stored values and array delimiters of one tensor.
  private static final long MAX_TENSOR_TOKENS = 60 + 4L * ZeroPages.MAX_RUNS;

  private static final CacheStore.Limits ONE_VALUE = new CacheStore.Limits(10, 1000);

  private final CacheStore store;

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
  public record Scan(TensorHealth[] health, TensorSummary[] figures) {}

  @Override
  public OptionalDouble effectiveRank(FileIdentity identity) {
    return read(identity, RANK, Double.class, ONE_VALUE)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /// Stores the effective rank of an adapter.
  ///
  /// @param rank the effective rank, or NaN if it is undefined
  /// @throws IOException if writing fails; the message is a sentence
  public void storeEffectiveRank(FileIdentity identity, double rank) throws IOException {
    store.write(key(identity, RANK), rank);
  }

  /// Records that a file has finite values that are wrong, such as a layer that is scaled wrongly.
  ///
  /// @throws IOException if writing fails; the message is a sentence
  public void storeConcern(FileIdentity identity) throws IOException {
    store.write(key(identity, CONCERN), true);
  }

  @Override
  public Health health(FileIdentity identity, int tensorCount) {
    Health health =
        read(identity, tensorCount)
            .map(scan -> Arrays.stream(scan.health).map(ScanCache::health))
            .map(all -> all.reduce(Health.HEALTHY, Health::and))
            .orElse(Health.UNKNOWN);
    boolean isDoubtful =
        health == Health.HEALTHY && read(identity, CONCERN, Boolean.class, ONE_VALUE).orElse(false);
    return isDoubtful ? Health.DOUBTFUL : health;
  }

  private static Health health(TensorHealth tensor) {
    return tensor == null
        ? Health.UNKNOWN
        : tensor.issues().stream().map(ScanCache::health).reduce(Health.HEALTHY, Health::and);
  }

  private static Health health(HealthIssue issue) {
    return switch (issue) {
      case NAN -> Health.NAN;
      case INF -> Health.INF;
      case ZERO_PAGES, ALL_ZERO, CONSTANT, INVALID_BOOL, EQUAL_ROWS -> Health.DOUBTFUL;
      case INITIAL_ZEROS, INITIAL_ONES -> Health.HEALTHY;
    };
  }

  /// Returns the results of a file, or empty if there are no stored results for this number of
  /// tensors.
  public Optional<Scan> read(FileIdentity identity, int tensorCount) {
    long tokens = (tensorCount + 1L) * MAX_TENSOR_TOKENS;
    CacheStore.Limits limits = new CacheStore.Limits(tokens, tokens * Long.BYTES);
    return read(identity, SCAN, Scan.class, limits)
        .filter(scan -> scan.health.length == tensorCount && scan.figures.length == tensorCount);
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
  public void write(FileIdentity identity, Scan scan) throws IOException {
    store.write(key(identity, SCAN), scan);
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
