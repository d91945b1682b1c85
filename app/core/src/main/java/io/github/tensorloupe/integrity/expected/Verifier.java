package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.integrity.hash.Digested;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.LegacyHash;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.GitLfsPointer;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Compares files with what is promised about them. Each file is hashed once, in one pass, also
/// where several links lead to it; one verifier serves one look at a folder. For one thread.
public final class Verifier {

  private final ExpectedHashFinder finder = new ExpectedHashFinder();
  private final Map<Path, Map<Digested, String>> known = new HashMap<>();

  /// All promises about a file. Reads small files beside it.
  ///
  /// @throws IOException if the file is gone
  public List<ExpectedHash> expectedHashes(TensorFile file) throws IOException {
    return finder.of(file, Cancellation.NEVER);
  }

  /// Computes all hashes of a file and compares it with all promises about it, in one pass.
  ///
  /// @param cancellation asked before each block of 1 MiB
  /// @param progress in bytes of the file
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public Examination examine(TensorFile file, Cancellation cancellation, Progress progress)
      throws IOException {
    List<ExpectedHash> expectedHashes = finder.of(file, cancellation);
    Set<Digested> wanted = EnumSet.copyOf(FileHashes.DIGESTS);
    wanted.addAll(missing(file, expectedHashes));
    wanted.removeAll(knownOf(file).keySet());
    knownOf(file).putAll(DigestPass.of(file, wanted, cancellation, progress));
    FileHashes hashes = FileHashes.of(file, knownOf(file));
    return new Examination(hashes, check(file, expectedHashes, cancellation, Progress.NONE));
  }

  /// The number of bytes that [#check] will read, scattered ones apart.
  ///
  /// @throws IOException if the file is gone
  public long bytesToRead(TensorFile file, List<ExpectedHash> expectedHashes) throws IOException {
    return missing(file, expectedHashes).isEmpty() ? 0 : file.bytes().length();
  }

  /// Compares a file with promises. Reads the file where a hash is promised.
  ///
  /// @param promises as [#expectedHashes] gives them
  /// @param cancellation asked before each block of 1 MiB
  /// @param progress in bytes, up to [#bytesToRead]
  /// @return one check for each promise, but for those that turn out to be about another file
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public List<Check> check(
      TensorFile file,
      List<ExpectedHash> expectedHashes,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Set<Digested> missing = missing(file, expectedHashes);
    if (!missing.isEmpty()) {
      knownOf(file).putAll(DigestPass.of(file, missing, cancellation, progress));
    }
    Map<Digested, String> digests = knownOf(file);
    Map<ExpectedHash, Check> checks = new LinkedHashMap<>();
    for (ExpectedHash expectedHash : expectedHashes) {
      checks.put(expectedHash, check(file, expectedHash, digests, cancellation));
    }
    file.bytes().requireUnchanged();
    return withoutOthers(checks);
  }

  /// Collects what is promised about a file and compares what needs no hashing: its length. Reads
  /// small files beside it.
  ///
  /// @param cancellation asked before each place that is looked at
  /// @throws IOException if the file is gone
  /// @throws java.util.concurrent.CancellationException if cancelled
  public PendingChecks lookAt(TensorFile file, Cancellation cancellation) throws IOException {
    List<ExpectedHash> expectedHashes = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    for (ExpectedHash expectedHash : finder.of(file, cancellation)) {
      if (expectedHash.measure() != Measure.LENGTH) {
        expectedHashes.add(expectedHash);
      } else if (expectedHash.binding()) {
        checks.add(compare(expectedHash, Optional.of(Long.toString(file.bytes().length()))));
      }
    }
    return new PendingChecks(checks, expectedHashes);
  }

  private Map<Digested, String> knownOf(TensorFile file) throws IOException {
    return known.computeIfAbsent(file.path().toRealPath(), _ -> new EnumMap<>(Digested.class));
  }

  private Set<Digested> missing(TensorFile file, List<ExpectedHash> expectedHashes)
      throws IOException {
    Set<Digested> missing = EnumSet.noneOf(Digested.class);
    expectedHashes.forEach(
        expectedHash -> expectedHash.measure().digested().ifPresent(missing::add));
    missing.removeAll(knownOf(file).keySet());
    return missing;
  }

  private static Check check(
      TensorFile file,
      ExpectedHash expectedHash,
      Map<Digested, String> digests,
      Cancellation cancellation)
      throws IOException {
    Optional<String> digest = expectedHash.measure().digested().map(digests::get);
    if (MetadataHashes.isOfNothing(expectedHash, file)) {
      return Check.of(expectedHash, digest, Result.MISMATCH, CheckSentences.ofNothing());
    }
    return switch (expectedHash.measure()) {
      case LENGTH -> compare(expectedHash, Optional.of(Long.toString(file.bytes().length())));
      case FILE_SHA256 ->
          isPointerAlone(file, expectedHash)
              ? Check.of(expectedHash, digest, Result.MISMATCH, pointerAlone(file))
              : compare(expectedHash, digest);
      case GIT_BLOB_SHA1, DATA_SHA256 -> compare(expectedHash, digest);
      case LEGACY_HASH -> compare(expectedHash, LegacyHash.ofTraining(file));
      case TENSORS_SHA256 -> new ModelspecCheck(file, expectedHash).of(digest, cancellation);
    };
  }

  private static boolean isPointerAlone(TensorFile file, ExpectedHash expectedHash) {
    return expectedHash.kind() == ExpectedHashSource.LFS_POINTER
        && file.kind() == FileKind.GIT_LFS_POINTER;
  }

  private static Sentence pointerAlone(TensorFile file) {
    Path path = file.path().toAbsolutePath().normalize();
    return CheckSentences.pointerAlone(
        SmallFiles.text(path).flatMap(text -> LfsPointers.contentOf(path, GitLfsPointer.of(text))));
  }

  static Check compare(ExpectedHash expectedHash, Optional<String> actual) {
    if (actual.isEmpty()) {
      return Check.of(expectedHash, actual, Result.UNKNOWN, CheckSentences.undefined());
    }
    if (expectedHash.expected().equals(actual.get())) {
      return Check.of(expectedHash, actual, Result.MATCH, CheckSentences.match(expectedHash));
    }
    if (expectedHash.measure() != Measure.LENGTH
        && !expectedHash.expected().matches("[0-9a-f]{%d}".formatted(actual.get().length()))) {
      return Check.of(expectedHash, actual, Result.UNKNOWN, CheckSentences.notAHash());
    }
    return expectedHash.binding()
        ? Check.of(expectedHash, actual, Result.MISMATCH, CheckSentences.mismatch(expectedHash))
        : Check.of(expectedHash, actual, Result.UNKNOWN, CheckSentences.otherFile());
  }

  /// Leaves out what was perhaps about this file and turned out to be about another one: a pointer
  /// of which anything is wrong, and the other files in notes that have the right one.
  private static List<Check> withoutOthers(Map<ExpectedHash, Check> checks) {
    List<Check> kept = new ArrayList<>();
    checks.forEach(
        (expectedHash, check) -> {
          List<Result> ofSource =
              checks.entrySet().stream()
                  .filter(other -> other.getKey().source().equals(expectedHash.source()))
                  .map(other -> other.getValue().result())
                  .toList();
          boolean isAboutIt =
              expectedHash.kind() == ExpectedHashSource.LFS_POINTER
                  ? ofSource.stream().allMatch(result -> result == Result.MATCH)
                  : check.result() == Result.MATCH || !ofSource.contains(Result.MATCH);
          if (expectedHash.binding() || isAboutIt) {
            kept.add(check);
          }
        });
    return kept;
  }

  /// Collects what is promised about files. Reads small files beside them and remembers what it
  /// read, so one finder serves one look at a folder. For one thread.
  private static final class ExpectedHashFinder {

    private final HubCache cache = new HubCache();
    private final HubDownload download = new HubDownload(cache);
    private final LfsPointers pointers = new LfsPointers();
    private final ChecksumLists lists = new ChecksumLists();

    /// All promises about a file; those of its surroundings first, then those of its metadata.
    ///
    /// @param cancellation asked before each place that is looked at
    /// @throws IOException if the file is gone
    /// @throws java.util.concurrent.CancellationException if cancelled
    List<ExpectedHash> of(TensorFile file, Cancellation cancellation) throws IOException {
      Path path = file.path().toAbsolutePath().normalize();
      Path real = file.path().toRealPath();
      List<ExpectedHash> expectedHashes = new ArrayList<>(cache.expectedHashes(path, real));
      cancellation.check();
      expectedHashes.addAll(download.expectedHashes(path));
      expectedHashes.addAll(pointers.expectedHashes(file, path, real));
      cancellation.check();
      expectedHashes.addAll(lists.expectedHashes(path));
      cancellation.check();
      expectedHashes.addAll(Sidecars.expectedHashes(path));
      expectedHashes.addAll(MetadataHashes.expectedHashes(file));
      return expectedHashes;
    }
  }

  /// Compares `modelspec.hash_sha256`, on which programs differ: the specification means the data
  /// as stored, OneTrainer sorts the tensors by name, and sd-scripts takes them as they lie in
  /// memory.
  ///
  /// The order in memory is lost with the file. It is that of the header where the file was loaded
  /// and written again, and anything else where a trainer made it.
  private record ModelspecCheck(TensorFile file, ExpectedHash expectedHash) {

    private static final String TRAINER_PREFIX = "ss_";

    /// @param asStored the SHA-256 of the data buffer; empty where the file has none
    Check of(Optional<String> asStored, Cancellation cancellation) throws IOException {
      Check check = Verifier.compare(expectedHash, asStored);
      if (check.result() != Result.MISMATCH || file.isRefused()) {
        return check;
      }
      for (TensorOrder order : TensorOrder.values()) {
        if (!order.isAsStored(file)
            && order.sha256(file, cancellation).equals(expectedHash.expected())) {
          return Check.of(
              expectedHash,
              Optional.of(expectedHash.expected()),
              Result.MATCH,
              CheckSentences.match(order));
        }
      }
      return hasSeveralTensors() && isFromTrainer()
          ? Check.of(expectedHash, asStored, Result.UNKNOWN, CheckSentences.stateDictOrder())
          : check;
    }

    private boolean hasSeveralTensors() {
      return file.header().tensors().stream().filter(tensor -> tensor.byteCount() > 0).count() > 1;
    }

    private boolean isFromTrainer() {
      return file.header().metadata().stream()
          .flatMap(metadata -> metadata.entries().keySet().stream())
          .anyMatch(key -> key.startsWith(TRAINER_PREFIX));
    }
  }

  /// Downloads of the Hugging Face Hub into a folder: `.cache/huggingface/download/<file>.metadata`
  /// in it has three lines for each file: the commit, the hash, and when it was downloaded.
  private static final class HubDownload {

    private static final Path HUB = Path.of(".cache", "huggingface");

    private final HubCache cache;

    HubDownload(HubCache cache) {
      this.cache = cache;
    }

    /// The hashes noted for a file; none where it was not downloaded like this.
    ///
    /// @param path absolute and normal
    List<ExpectedHash> expectedHashes(Path path) {
      for (Path root = path.getParent(); root != null; root = root.getParent()) {
        Path relative = root.relativize(path);
        Path note = root.resolve(HUB).resolve("download").resolve(relative + ".metadata");
        Optional<List<String>> lines = SmallFiles.text(note).map(text -> text.lines().toList());
        if (lines.isPresent() && lines.get().size() >= 2) {
          return expectedHashes(root, relative, note, lines.get());
        }
      }
      return List.of();
    }

    private List<ExpectedHash> expectedHashes(
        Path root, Path relative, Path note, List<String> lines) {
      List<ExpectedHash> expectedHashes = new ArrayList<>();
      String etag = lines.get(1).strip();
      Hex.measure(etag)
          .ifPresent(
              measure ->
                  expectedHashes.add(
                      new ExpectedHash(
                          ExpectedHashSource.HUB_DOWNLOAD,
                          PathText.of(note),
                          measure,
                          Hex.normal(etag))));
      Path tree = root.resolve(HUB).resolve("trees").resolve(lines.getFirst().strip() + ".json");
      expectedHashes.addAll(cache.inTree(tree, relative));
      return expectedHashes;
    }
  }
}
