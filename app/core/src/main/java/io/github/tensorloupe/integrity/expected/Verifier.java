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

  private final PromiseFinder finder = new PromiseFinder();
  private final Map<Path, Map<Digested, String>> known = new HashMap<>();

  /// All promises about a file. Reads small files beside it.
  ///
  /// @throws IOException if the file is gone
  public List<Promise> promises(TensorFile file) throws IOException {
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
    List<Promise> promises = finder.of(file, cancellation);
    Set<Digested> wanted = EnumSet.copyOf(FileHashes.DIGESTS);
    wanted.addAll(missing(file, promises));
    wanted.removeAll(knownOf(file).keySet());
    knownOf(file).putAll(DigestPass.of(file, wanted, cancellation, progress));
    FileHashes hashes = FileHashes.of(file, knownOf(file));
    return new Examination(hashes, check(file, promises, cancellation, Progress.NONE));
  }

  /// How many bytes [#check] will read, scattered ones apart.
  ///
  /// @throws IOException if the file is gone
  public long bytesToRead(TensorFile file, List<Promise> promises) throws IOException {
    return missing(file, promises).isEmpty() ? 0 : file.bytes().length();
  }

  /// Compares a file with promises. Reads the file where a hash is promised.
  ///
  /// @param promises as [#promises] gives them
  /// @param cancellation asked before each block of 1 MiB
  /// @param progress in bytes, up to [#bytesToRead]
  /// @return one check for each promise, but for those that turn out to be about another file
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public List<Check> check(
      TensorFile file, List<Promise> promises, Cancellation cancellation, Progress progress)
      throws IOException {
    Set<Digested> missing = missing(file, promises);
    if (!missing.isEmpty()) {
      knownOf(file).putAll(DigestPass.of(file, missing, cancellation, progress));
    }
    Map<Digested, String> digests = knownOf(file);
    Map<Promise, Check> checks = new LinkedHashMap<>();
    for (Promise promise : promises) {
      checks.put(promise, check(file, promise, digests, cancellation));
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
  public Outlook lookAt(TensorFile file, Cancellation cancellation) throws IOException {
    List<Promise> promises = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    for (Promise promise : finder.of(file, cancellation)) {
      if (promise.measure() != Measure.LENGTH) {
        promises.add(promise);
      } else if (promise.binding()) {
        checks.add(compare(promise, Optional.of(Long.toString(file.bytes().length()))));
      }
    }
    return new Outlook(checks, promises);
  }

  private Map<Digested, String> knownOf(TensorFile file) throws IOException {
    return known.computeIfAbsent(file.path().toRealPath(), _ -> new EnumMap<>(Digested.class));
  }

  private Set<Digested> missing(TensorFile file, List<Promise> promises) throws IOException {
    Set<Digested> missing = EnumSet.noneOf(Digested.class);
    promises.forEach(promise -> promise.measure().digested().ifPresent(missing::add));
    missing.removeAll(knownOf(file).keySet());
    return missing;
  }

  private static Check check(
      TensorFile file, Promise promise, Map<Digested, String> digests, Cancellation cancellation)
      throws IOException {
    Optional<String> digest = promise.measure().digested().map(digests::get);
    if (MetadataHashes.isOfNothing(promise, file)) {
      return Check.of(promise, digest, Result.MISMATCH, CheckSentences.ofNothing());
    }
    return switch (promise.measure()) {
      case LENGTH -> compare(promise, Optional.of(Long.toString(file.bytes().length())));
      case FILE_SHA256 ->
          isPointerAlone(file, promise)
              ? Check.of(promise, digest, Result.MISMATCH, pointerAlone(file))
              : compare(promise, digest);
      case GIT_BLOB_SHA1, DATA_SHA256 -> compare(promise, digest);
      case LEGACY_HASH -> compare(promise, LegacyHash.ofTraining(file));
      case TENSORS_SHA256 -> new ModelspecCheck(file, promise).of(digest, cancellation);
    };
  }

  private static boolean isPointerAlone(TensorFile file, Promise promise) {
    return promise.kind() == PromiseKind.LFS_POINTER && file.kind() == FileKind.GIT_LFS_POINTER;
  }

  private static Sentence pointerAlone(TensorFile file) {
    Path path = file.path().toAbsolutePath().normalize();
    return CheckSentences.pointerAlone(
        SmallFiles.text(path).flatMap(text -> LfsPointers.contentOf(path, GitLfsPointer.of(text))));
  }

  static Check compare(Promise promise, Optional<String> actual) {
    if (actual.isEmpty()) {
      return Check.of(promise, actual, Result.UNKNOWN, CheckSentences.undefined());
    }
    if (promise.expected().equals(actual.get())) {
      return Check.of(promise, actual, Result.MATCH, CheckSentences.match(promise));
    }
    if (promise.measure() != Measure.LENGTH
        && !promise.expected().matches("[0-9a-f]{%d}".formatted(actual.get().length()))) {
      return Check.of(promise, actual, Result.UNKNOWN, CheckSentences.notAHash());
    }
    return promise.binding()
        ? Check.of(promise, actual, Result.MISMATCH, CheckSentences.mismatch(promise))
        : Check.of(promise, actual, Result.UNKNOWN, CheckSentences.otherFile());
  }

  /// Leaves out what was perhaps about this file and turned out to be about another one: a pointer
  /// of which anything is wrong, and the other files in notes that have the right one.
  private static List<Check> withoutOthers(Map<Promise, Check> checks) {
    List<Check> kept = new ArrayList<>();
    checks.forEach(
        (promise, check) -> {
          List<Result> ofSource =
              checks.entrySet().stream()
                  .filter(other -> other.getKey().source().equals(promise.source()))
                  .map(other -> other.getValue().result())
                  .toList();
          boolean isAboutIt =
              promise.kind() == PromiseKind.LFS_POINTER
                  ? ofSource.stream().allMatch(result -> result == Result.MATCH)
                  : check.result() == Result.MATCH || !ofSource.contains(Result.MATCH);
          if (promise.binding() || isAboutIt) {
            kept.add(check);
          }
        });
    return kept;
  }

  /// Collects what is promised about files. Reads small files beside them and remembers what it
  /// read, so one finder serves one look at a folder. For one thread.
  private static final class PromiseFinder {

    private final HubCache cache = new HubCache();
    private final HubDownload download = new HubDownload(cache);
    private final LfsPointers pointers = new LfsPointers();
    private final ChecksumLists lists = new ChecksumLists();

    /// All promises about a file; those of its surroundings first, then those of its metadata.
    ///
    /// @param cancellation asked before each place that is looked at
    /// @throws IOException if the file is gone
    /// @throws java.util.concurrent.CancellationException if cancelled
    List<Promise> of(TensorFile file, Cancellation cancellation) throws IOException {
      Path path = file.path().toAbsolutePath().normalize();
      Path real = file.path().toRealPath();
      List<Promise> promises = new ArrayList<>(cache.promises(path, real));
      cancellation.check();
      promises.addAll(download.promises(path));
      promises.addAll(pointers.promises(file, path, real));
      cancellation.check();
      promises.addAll(lists.promises(path));
      cancellation.check();
      promises.addAll(Sidecars.promises(path));
      promises.addAll(MetadataHashes.promises(file));
      return promises;
    }
  }

  /// Compares `modelspec.hash_sha256`, on which programs differ: the specification means the data
  /// as stored, OneTrainer sorts the tensors by name, and sd-scripts takes them as they lie in
  /// memory.
  ///
  /// The order in memory is lost with the file. It is that of the header where the file was loaded
  /// and written again, and anything else where a trainer made it.
  private record ModelspecCheck(TensorFile file, Promise promise) {

    private static final String TRAINER_PREFIX = "ss_";

    /// @param asStored the SHA-256 of the data buffer; empty where the file has none
    Check of(Optional<String> asStored, Cancellation cancellation) throws IOException {
      Check check = Verifier.compare(promise, asStored);
      if (check.result() != Result.MISMATCH || file.isRefused()) {
        return check;
      }
      for (TensorOrder order : TensorOrder.values()) {
        if (!order.isAsStored(file)
            && order.sha256(file, cancellation).equals(promise.expected())) {
          return Check.of(
              promise, Optional.of(promise.expected()), Result.MATCH, CheckSentences.match(order));
        }
      }
      return hasSeveralTensors() && isFromTrainer()
          ? Check.of(promise, asStored, Result.UNKNOWN, CheckSentences.stateDictOrder())
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

    /// What was noted about a file; nothing where it was not downloaded like this.
    ///
    /// @param path absolute and normal
    List<Promise> promises(Path path) {
      for (Path root = path.getParent(); root != null; root = root.getParent()) {
        Path relative = root.relativize(path);
        Path note = root.resolve(HUB).resolve("download").resolve(relative + ".metadata");
        Optional<List<String>> lines = SmallFiles.text(note).map(text -> text.lines().toList());
        if (lines.isPresent() && lines.get().size() >= 2) {
          return promises(root, relative, note, lines.get());
        }
      }
      return List.of();
    }

    private List<Promise> promises(Path root, Path relative, Path note, List<String> lines) {
      List<Promise> promises = new ArrayList<>();
      String etag = lines.get(1).strip();
      Hex.measure(etag)
          .ifPresent(
              measure ->
                  promises.add(
                      new Promise(
                          PromiseKind.HUB_DOWNLOAD, PathText.of(note), measure, Hex.normal(etag))));
      Path tree = root.resolve(HUB).resolve("trees").resolve(lines.getFirst().strip() + ".json");
      promises.addAll(cache.inTree(tree, relative));
      return promises;
    }
  }
}
