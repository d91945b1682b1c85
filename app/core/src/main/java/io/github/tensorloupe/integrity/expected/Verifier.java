package io.github.tensorloupe.integrity.expected;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.integrity.hash.Digested;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.LegacyHash;
import io.github.tensorloupe.integrity.signature.TrustedKeys;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.GitLfsPointer;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Compares files with their expected hashes. Hashes each file in one pass and caches the results,
/// also for several links to one file. Use a new verifier for each examination of a folder, because
/// cached results become outdated. Not thread-safe.
public final class Verifier {

  /// The hashes and checks of a file.
  ///
  /// @param checks the comparisons with all expected hashes
  public record Examination(FileHashes hashes, List<Check> checks) {}

  /// The checks of a file before it is hashed.
  ///
  /// @param waiting the expected hashes that require hashing the file
  public record PendingChecks(List<Check> checks, List<ExpectedHash> waiting) {}

  /// @param path the real path if the file system has no file keys
  private record FileState(Optional<Path> path, FileStamp stamp) {}

  private static final String TRAINER_PREFIX = "ss_";
  private static final List<String> SIDECAR_SUFFIXES =
      List.of(".civitai.info", ".cm-info.json", ".metadata.json", ".json", ".info");

  private final HashFiles hashFiles = new HashFiles();
  private final HubCache cache = new HubCache(hashFiles);
  private final LfsPointers pointers = new LfsPointers();
  private final ChecksumLists lists = new ChecksumLists();
  private final Signatures signatures;

  /// The digests by state of the file.
  private final Map<FileState, Map<Digested, String>> known = new HashMap<>();

  /// The states in which files were first compared, by absolute path.
  private final Map<Path, FileStamp> states = new TreeMap<>();

  /// Creates a verifier without trusted keys, which shows signatures but accepts any signer.
  public Verifier() {
    this(new Signatures(TrustedKeys.NONE, false));
  }

  public Verifier(Signatures signatures) {
    this.signatures = signatures;
  }

  /// Returns all expected hashes of a file: first those from other files, then those from its
  /// metadata. Reads small files in its folder and the folders above. For a file on a server, uses
  /// only its metadata.
  ///
  /// @param cancellation checked between the sources
  /// @throws IOException if the file no longer exists
  public List<ExpectedHash> expectedHashes(TensorFile file, Cancellation cancellation)
      throws IOException {
    if (isOnServer(file)) {
      return MetadataHashes.expectedHashes(file);
    }
    Path path = AbsolutePaths.of(file.path());
    Path real = file.path().toRealPath();
    List<ExpectedHash> hashes = new ArrayList<>(cache.expectedHashes(path, real));
    cancellation.check();
    hashes.addAll(pointers.expectedHashes(file, path, real));
    cancellation.check();
    hashes.addAll(lists.expectedHashes(path));
    cancellation.check();
    hashes.addAll(signatures.expectedHashes(path));
    hashes.addAll(inSidecars(path));
    hashes.addAll(MetadataHashes.expectedHashes(file));
    return hashes;
  }

  private static boolean isOnServer(TensorFile file) {
    return SourceFileSystem.of(file.path()).isPresent();
  }

  /// Returns the SHA-256 hashes in the JSON files that model managers write next to a file:
  /// `<name>.civitai.info`, `<name>.cm-info.json`, `<name>.metadata.json`, `<name>.json`. Ignores
  /// other hashes.
  private List<ExpectedHash> inSidecars(Path path) {
    String name = path.getFileName().toString();
    if (!CheckpointFinder.hasSafetensorsName(name)) {
      return List.of();
    }
    String stem = CheckpointFinder.stem(name);
    List<ExpectedHash> expectedHashes = new ArrayList<>();
    for (String suffix : SIDECAR_SUFFIXES) {
      Path sidecar = path.resolveSibling(stem + suffix);
      Set<String> hashes = new LinkedHashSet<>();
      hashFiles
          .json(path, ExpectedHashSource.SIDECAR, sidecar)
          .ifPresent(json -> collect(json, name, hashes));
      // A JSON file about a version with several files does not identify this file.
      boolean isBinding = hashes.size() == 1;
      ExpectedHashSource kind = ExpectedHashSource.SIDECAR;
      String source = PathText.of(sidecar);
      for (String hash : hashes) {
        expectedHashes.add(new ExpectedHash(kind, source, Measure.FILE_SHA256, hash, isBinding));
      }
    }
    return expectedHashes;
  }

  private static void collect(JsonNode json, String name, Set<String> hashes) {
    addHash(json, hashes);
    List<JsonNode> files = json.path("files").valueStream().toList();
    List<JsonNode> named = new ArrayList<>(files);
    named.removeIf(file -> !file.path("name").asText().equals(name));
    (named.isEmpty() ? files : named).forEach(file -> addHash(file, hashes));
  }

  private static void addHash(JsonNode json, Set<String> hashes) {
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      if (member.getKey().equalsIgnoreCase("sha256") && Hex.isSha256(member.getValue().asText())) {
        hashes.add(Hex.normal(member.getValue().asText()));
      } else if (member.getKey().equalsIgnoreCase("hashes") && member.getValue().isObject()) {
        addHash(member.getValue(), hashes);
      }
    }
  }

  /// Computes all hashes of a file in one pass and compares them with all expected hashes.
  ///
  /// @param cancellation checked before each block of 1 MiB
  /// @param progress reported in bytes of the file
  public Examination examine(TensorFile file, Cancellation cancellation, Progress progress)
      throws IOException {
    List<ExpectedHash> expectedHashes = expectedHashes(file, cancellation);
    Set<Digested> wanted = wanted(expectedHashes);
    wanted.addAll(FileHashes.DIGESTS);
    FileHashes hashes = FileHashes.of(file, digests(file, wanted, cancellation, progress));
    return new Examination(hashes, check(file, expectedHashes, cancellation, Progress.NONE));
  }

  /// Returns the number of bytes that [#check] will read in a full pass over the file: the file
  /// length, or 0 if no pass is needed.
  ///
  /// @throws IOException if the file no longer exists
  public long bytesToRead(TensorFile file, List<ExpectedHash> expectedHashes) throws IOException {
    boolean areKnown = knownOf(file).keySet().containsAll(wanted(expectedHashes));
    return areKnown ? 0 : file.bytes().length();
  }

  /// Compares a file with expected hashes. Hashes the file if necessary.
  ///
  /// @param expectedHashes the result of [#expectedHashes]
  /// @param cancellation checked before each block of 1 MiB
  /// @param progress reported in bytes, up to [#bytesToRead]
  /// @return one check per expected hash, followed by the checks of the signature; omits expected
  ///   hashes that describe another file
  public List<Check> check(
      TensorFile file,
      List<ExpectedHash> expectedHashes,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Map<Digested, String> digests = digests(file, wanted(expectedHashes), cancellation, progress);
    Map<ExpectedHash, Check> checks = new LinkedHashMap<>();
    Path path = AbsolutePaths.of(file.path());
    String sha256 = digests.get(Digested.FILE_SHA256);
    for (ExpectedHash expectedHash : pointers.resolved(file, path, expectedHashes, sha256)) {
      checks.put(expectedHash, check(file, expectedHash, digests, cancellation));
    }
    List<Check> all = withoutUnrelated(checks);
    if (!isOnServer(file)) {
      all.addAll(hashFiles.unread(path));
      all.addAll(lists.faultyLists(path));
    }
    all.addAll(signatures.checks(path, hashing(cancellation)));
    file.bytes().requireUnchanged();
    if (!isOnServer(file)) {
      states.putIfAbsent(path, file.bytes().stamp());
    }
    return all;
  }

  /// Compares all files of signed models with their signatures, including files that are not
  /// checkpoints. Uses cached hashes.
  ///
  /// @param folder the folder; files outside the folder and its subfolders are ignored
  /// @param files files whose signatures are next to them or in a folder above
  /// @param cancellation checked before each block of 1 MiB
  /// @return the checks by signed folder or file; the first check contains the signer and the
  ///   number of matching files, the other checks are the differences
  public Map<Path, List<Check>> checkModels(
      Path folder, List<Path> files, Cancellation cancellation) throws IOException {
    return signatures.reports(folder, files, hashing(cancellation));
  }

  private Hashing hashing(Cancellation cancellation) {
    return new Hashing(
        file ->
            digests(file, EnumSet.of(Digested.FILE_SHA256), cancellation, Progress.NONE)
                .get(Digested.FILE_SHA256),
        states,
        cancellation);
  }

  /// Returns the absolute paths of local files that changed after they were compared, so that
  /// earlier checks do not describe them. Call it at the end of an examination of several files.
  public List<Path> changedFiles() {
    List<Path> changed = new ArrayList<>(states.keySet());
    Hashing hashing = hashing(Cancellation.NEVER);
    changed.removeIf(each -> !hashing.hasChanged(each));
    return changed;
  }

  /// Finds the expected hashes of a file like [#expectedHashes], and completes the checks that
  /// require no hashing, such as comparing the length.
  ///
  /// @param cancellation checked between the sources
  /// @throws IOException if the file no longer exists
  public PendingChecks precheck(TensorFile file, Cancellation cancellation) throws IOException {
    List<ExpectedHash> expectedHashes = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    for (ExpectedHash expectedHash : expectedHashes(file, cancellation)) {
      if (expectedHash.measure() != Measure.LENGTH) {
        expectedHashes.add(expectedHash);
      } else if (expectedHash.binding()) {
        checks.add(compare(expectedHash, Optional.of(Long.toString(file.bytes().length()))));
      }
    }
    return new PendingChecks(checks, expectedHashes);
  }

  private Map<Digested, String> knownOf(TensorFile file) throws IOException {
    FileStamp stamp = file.bytes().stamp();
    Optional<Path> path =
        stamp.fileKey().isPresent() ? Optional.empty() : Optional.of(file.path().toRealPath());
    return known.computeIfAbsent(new FileState(path, stamp), _ -> new EnumMap<>(Digested.class));
  }

  private static Set<Digested> wanted(List<ExpectedHash> expectedHashes) {
    Set<Digested> wanted = EnumSet.noneOf(Digested.class);
    expectedHashes.forEach(each -> each.measure().digestKind().ifPresent(wanted::add));
    return wanted;
  }

  /// Returns all known digests of a file. Reads the file if any wanted digest is unknown.
  private Map<Digested, String> digests(
      TensorFile file, Set<Digested> wanted, Cancellation cancellation, Progress progress)
      throws IOException {
    Map<Digested, String> digests = knownOf(file);
    wanted.removeAll(digests.keySet());
    if (!wanted.isEmpty()) {
      digests.putAll(DigestPass.of(file, wanted, cancellation, progress));
    }
    return digests;
  }

  private Check check(
      TensorFile file,
      ExpectedHash expectedHash,
      Map<Digested, String> digests,
      Cancellation cancellation)
      throws IOException {
    Optional<String> digest = expectedHash.measure().digestKind().map(digests::get);
    if (MetadataHashes.isOfNothing(expectedHash, file)) {
      Sentence ofNothing =
          Sentence.of(
              "This is the SHA-256 of empty input: the program that wrote it hashed nothing. It"
                  + " does not identify the file.");
      return Check.of(expectedHash, digest, Result.MISMATCH, ofNothing);
    }
    if (expectedHash.kind() == ExpectedHashSource.LFS_POINTER
        && expectedHash.measure() == Measure.FILE_SHA256
        && file.kind() == FileKind.GIT_LFS_POINTER) {
      return Check.of(expectedHash, digest, Result.MISMATCH, pointerAlone(file));
    }
    return switch (expectedHash.measure()) {
      case LENGTH -> compare(expectedHash, Optional.of(Long.toString(file.bytes().length())));
      case FILE_SHA256, GIT_BLOB_SHA1, DATA_SHA256 -> compare(expectedHash, digest);
      case LEGACY_HASH -> compare(expectedHash, LegacyHash.ofTraining(file));
      case TENSORS_SHA256 -> compareTensors(file, expectedHash, digest, cancellation);
    };
  }

  private Sentence pointerAlone(TensorFile file) throws IOException {
    Path path = AbsolutePaths.of(file.path());
    Optional<Path> content = pointers.contentOf(path, GitLfsPointer.read(file.bytes()));
    if (content.isEmpty()) {
      return Sentence.of(
          "Only the Git LFS pointer is here, not the file; fetch it with \"git lfs pull\".");
    }
    Path store = Path.of(".git");
    return StreamSupport.stream(content.get().spliterator(), false).anyMatch(store::equals)
        ? Sentence.of(
            "Only the Git LFS pointer is here; the file is in Git LFS's store. Restore it with"
                + " \"git lfs checkout\".")
        : Sentence.of(
            "Only the Git LFS pointer is here; {0} has the length of the file that it refers to.",
            PathText.of(content.get().getFileName()));
  }

  private static Check compare(ExpectedHash expectedHash, Optional<String> actual) {
    if (actual.isEmpty()) {
      Sentence undefined =
          Sentence.of("This hash is not defined for this file, so nothing was compared.");
      return unknown(expectedHash, actual, undefined);
    }
    if (expectedHash.expected().equals(actual.get())) {
      return Check.of(expectedHash, actual, Result.MATCH, expectedHash.match());
    }
    if (expectedHash.measure() != Measure.LENGTH
        && !Hex.isNormal(expectedHash.expected(), actual.get().length())) {
      Sentence reason = Sentence.of("This is not a hash of the expected form, so it is ignored.");
      return unknown(expectedHash, actual, reason);
    }
    return expectedHash.binding()
        ? Check.of(expectedHash, actual, Result.MISMATCH, expectedHash.mismatch())
        : unknown(expectedHash, actual, Sentence.of("This entry describes another file."));
  }

  private static Check unknown(
      ExpectedHash expectedHash, Optional<String> actual, Sentence reason) {
    return Check.of(expectedHash, actual, Result.UNKNOWN, reason);
  }

  /// Omits non-binding mismatches of a file that also contains a matching hash.
  private static List<Check> withoutUnrelated(Map<ExpectedHash, Check> checks) {
    Set<String> matching = new HashSet<>();
    for (Check each : checks.values()) {
      if (each.result() == Result.MATCH) {
        matching.add(each.source());
      }
    }
    List<Check> relevant = new ArrayList<>();
    checks.forEach(
        (expectedHash, check) -> {
          if (expectedHash.binding()
              || check.result() == Result.MATCH
              || !matching.contains(check.source())) {
            relevant.add(check);
          }
        });
    return relevant;
  }

  /// Compares `modelspec.hash_sha256`, for which programs hash the tensors in different orders: the
  /// specification requires the order in the data buffer, OneTrainer sorts the tensors by name, and
  /// sd-scripts uses the order of its state dictionary.
  ///
  /// The file does not record the order of the state dictionary. If the file was loaded and written
  /// again, it is the order of the header; if a trainer wrote the file, it can be any order.
  ///
  /// @param asStored the SHA-256 of the data buffer, or empty if the file has no data buffer
  private static Check compareTensors(
      TensorFile file,
      ExpectedHash expectedHash,
      Optional<String> asStored,
      Cancellation cancellation)
      throws IOException {
    Check check = compare(expectedHash, asStored);
    if (check.result() != Result.MISMATCH || file.isRefused()) {
      return check;
    }
    for (TensorOrder order : TensorOrder.values()) {
      if (!order.isAsStored(file)
          && order.sha256(file, cancellation).equals(expectedHash.expected())) {
        Sentence match = Sentence.of("It is the hash of {0}: the data matches.", order.phrase);
        return Check.of(expectedHash, Optional.of(expectedHash.expected()), Result.MATCH, match);
      }
    }
    boolean hasSeveralTensors =
        file.header().tensors().stream().filter(tensor -> tensor.byteCount() > 0).count() > 1;
    boolean isFromTrainer =
        file.header().metadata().orElse(Metadata.EMPTY).entries().keySet().stream()
            .anyMatch(key -> key.startsWith(TRAINER_PREFIX));
    Sentence reason =
        Sentence.of(
            "No known method produces this hash. Trainers hash tensors in memory order, which the"
                + " file does not preserve, so it cannot be checked.");
    return hasSeveralTensors && isFromTrainer ? unknown(expectedHash, asStored, reason) : check;
  }
}
