package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.integrity.signature.ModelStatement.Piece;
import io.github.tensorloupe.integrity.signature.ModelStatement.Unlisted;
import io.github.tensorloupe.integrity.signature.SignedModel;
import io.github.tensorloupe.integrity.signature.Signer;
import io.github.tensorloupe.integrity.signature.Signer.Standing;
import io.github.tensorloupe.integrity.signature.TrustedKeys;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Finds and verifies the signatures of files, and compares the files with them. Caches verified
/// signatures. Not thread-safe.
///
/// If the user trusts keys or certificates, files without a signature and files with an untrusted
/// signature are a mismatch. Otherwise, signatures are only shown.
public final class Signatures {

  /// @param model the signed model, or empty if the signature is unusable
  private record Found(Path signature, Optional<SignedModel> model, Signer signer) {}

  private static final int MAX_NAMES = 10;
  private static final int MAX_CHECKS = 100;

  /// The maximum number of signatures that are compared with the same file: the signature of its
  /// folder, and of signed folders above.
  private static final int MAX_NESTED = 8;

  /// The maximum number of listed links to the same file that are compared piece by piece. The hash
  /// of a whole file is computed only once.
  private static final int MAX_COMPARISONS = 16;

  /// The maximum total size of all signatures, which stay in memory.
  private static final long MAX_SIGNATURE_BYTES = 48 << 20;

  private final TrustedKeys trust;
  private final boolean allowsUncovered;
  private final Optional<Found> named;
  private final Map<Path, Found> foundByFile = new TreeMap<>();

  /// The number of comparisons piece by piece, by file key, or by path if the file system has no
  /// keys.
  private final Map<Object, Integer> comparisonCounts = new HashMap<>();

  private long signatureBytes;

  /// Creates an instance without cached signatures.
  ///
  /// @param allowsUncovered true to accept files that the signatures do not cover
  public Signatures(TrustedKeys trust, boolean allowsUncovered) {
    this(trust, allowsUncovered, Optional.empty());
  }

  private Signatures(TrustedKeys trust, boolean allowsUncovered, Optional<Found> named) {
    this.trust = trust;
    this.allowsUncovered = allowsUncovered;
    this.named = named;
  }

  /// Returns an instance with these settings that uses only the given signature.
  ///
  /// @param signature the path of the signature, in any folder
  /// @param model the signed folder or file
  public Signatures with(Path signature, Path model) {
    Found only = read(signature, AbsolutePaths.of(model));
    return new Signatures(trust, allowsUncovered, Optional.of(only));
  }

  private Found read(Path signature, Path model) {
    try {
      signatureBytes += FileStamp.lengthOf(signature).orElse(0);
      if (signatureBytes > MAX_SIGNATURE_BYTES) {
        throw new SentenceException("It and the signatures before it exceed 48 MiB.");
      }
      SignedModel read = SignedModel.read(signature, model);
      return new Found(signature, Optional.of(read), Signer.of(read.bundle(), trust));
    } catch (SentenceException e) {
      Sentence reason = Sentence.of("The signature cannot be used.").then(e.sentence());
      Standing standing = trust.isEmpty() ? Standing.UNCHECKED : Standing.REFUSED;
      return new Found(signature, Optional.empty(), new Signer(standing, reason));
    }
  }

  private Optional<Found> signatureOf(Path path) {
    return named.or(
        () ->
            SignedModel.above(path)
                .map(file -> foundByFile.computeIfAbsent(file, _ -> read(file, file.getParent()))));
  }

  /// @param path an absolute, normalized path
  List<ExpectedHash> expectedHashes(Path path) {
    Optional<Found> on = signatureOf(path);
    Optional<SignedModel> model = on.flatMap(Found::model);
    if (model.isEmpty() || model.get().isForbiddenLink(path)) {
      return List.of();
    }
    ExpectedHashSource kind = ExpectedHashSource.SIGNATURE_DIGEST;
    Path source = on.get().signature();
    return model.get().pieces(path).stream()
        .filter(piece -> piece.end().isEmpty() && piece.isSha256())
        .map(piece -> new ExpectedHash(kind, source, Measure.FILE_SHA256, piece.digest()))
        .toList();
  }

  /// Returns the checks of the signature on a file, except the comparison with a whole-file
  /// SHA-256, which is part of [#expectedHashes]. Omits a trusted signer unless the file matches
  /// the signed hashes.
  ///
  /// @param path an absolute, normalized path
  List<Check> checks(Path path, Hashing hashing) throws IOException {
    if (SourceFileSystem.of(path).isPresent()) {
      return checksOnServer();
    }
    Optional<Found> on = signatureOf(path);
    if (on.isEmpty()) {
      Sentence message = Sentence.of("The file has no signature.");
      return trust.isEmpty() ? List.of() : List.of(check("", Result.MISMATCH, message));
    }
    Check signer = check(on.get());
    Optional<SignedModel> model = on.get().model();
    if (model.isEmpty()) {
      return List.of(signer);
    }
    List<Piece> pieces = model.get().pieces(path);
    Sentence uncovered = Sentence.of("The signature does not cover the file.");
    Check listed =
        pieces.isEmpty()
            ? check(signer.source(), unverifiedResult(allowsUncovered), uncovered)
            : compare(model.get(), path, pieces, hashing);
    List<Check> checks = new ArrayList<>();
    if (signer.result() != Result.MATCH || listed.result() == Result.MATCH) {
      checks.add(signer);
    }
    if (expectedHashes(path).isEmpty()) {
      checks.add(listed);
    }
    return checks;
  }

  /// Signatures cannot be checked on a server, so no file there has a trusted signature.
  private List<Check> checksOnServer() {
    Sentence message =
        Sentence.of("Signatures are not checked on a server: download the files and verify them.");
    return trust.isEmpty() && named.isEmpty()
        ? List.of()
        : List.of(check("", unverifiedResult(false), message));
  }

  /// Compares all files in a folder and its subfolders with their signatures. If the user trusts
  /// keys or certificates, also reports files without a signature.
  ///
  /// @param files files in the folder whose signatures are next to them or in a folder above
  /// @return the checks by signed folder or file, or by the given folder if it is inside the signed
  ///   folder. The first check contains the signer and the number of matching files; the others are
  ///   the differences. Unsigned files are reported in one check of the given folder
  Map<Path, List<Check>> reports(Path folder, List<Path> files, Hashing hashing)
      throws IOException {
    Path top = AbsolutePaths.of(folder);
    if (SourceFileSystem.of(top).isPresent()) {
      List<Check> checks = checksOnServer();
      return checks.isEmpty() ? Map.of() : Map.of(top, checks);
    }
    Map<Path, Found> all = new TreeMap<>();
    Stream.concat(Stream.of(top.resolve(SignedModel.FILE_NAME)), files.stream())
        .flatMap(file -> signatureOf(AbsolutePaths.of(file)).stream())
        .forEach(each -> all.put(each.signature(), each));
    List<Path> unsigned = new ArrayList<>();
    if (!trust.isEmpty() && signatureOf(top.resolve(SignedModel.FILE_NAME)).isEmpty()) {
      for (Path file : SignedModel.unsigned(top, hashing.cancellation())) {
        signatureOf(file)
            .ifPresentOrElse(each -> all.put(each.signature(), each), () -> unsigned.add(file));
      }
    }
    Map<Path, List<Check>> reports = new LinkedHashMap<>();
    Set<Path> signed = new TreeSet<>();
    all.values().forEach(each -> each.model().ifPresent(model -> signed.add(model.root())));
    for (Found each : all.values()) {
      if (each.model().isPresent() && isTooDeep(each.model().get().root(), signed)) {
        Sentence sentence =
            Sentence.of(
                "The files were not compared with this signature: its folder is inside {0} other"
                    + " signed folders.",
                MAX_NESTED);
        Check check = check(PathText.of(each.signature()), unverifiedResult(false), sentence);
        reports.put(each.model().get().root(), List.of(check));
      } else if (each.model().isEmpty()) {
        Path of = named.isPresent() ? top : lower(each.signature().getParent(), top);
        reports.put(of, List.of(check(each)));
      } else {
        SignedModel model = each.model().get();
        Path below = lower(model.root(), top);
        reports.put(below, report(model, below, each.signer(), hashing));
      }
    }
    if (!unsigned.isEmpty()) {
      Sentence sentence =
          Sentence.of(
              "{0} {0#file is|files are} not covered by a signature: {1}.",
              unsigned.size(), names(top, unsigned));
      reports.put(top, List.of(check("", unverifiedResult(allowsUncovered), sentence)));
    }
    return reports;
  }

  private static boolean isTooDeep(Path root, Set<Path> signed) {
    return Stream.iterate(root.getParent(), Objects::nonNull, Path::getParent)
            .filter(signed::contains)
            .limit(MAX_NESTED)
            .count()
        == MAX_NESTED;
  }

  private static Path lower(Path one, Path other) {
    return other.startsWith(one) ? other : one;
  }

  private List<Check> report(SignedModel model, Path below, Signer signer, Hashing hashing)
      throws IOException {
    List<Check> others = new ArrayList<>();
    List<Path> matching = new ArrayList<>();
    int count = 0;
    for (Map.Entry<Path, List<Piece>> file : model.statement().files().entrySet()) {
      Path path = model.root().resolve(file.getKey()).normalize();
      if (path.startsWith(below)) {
        count++;
        Check check = compare(model, path, file.getValue(), hashing);
        if (check.result() == Result.MATCH) {
          matching.add(path);
        } else {
          others.add(check);
        }
      }
    }
    Unlisted unlisted = model.unlisted(below, hashing.cancellation());
    String source = PathText.of(model.signature());
    for (Path file : matching) {
      if (hashing.hasChanged(file)) {
        Sentence reason = FileChangedException.replaced(file).sentence();
        others.add(check(source, unverifiedResult(false), reason));
      }
    }
    boolean isWhole = others.isEmpty() && count > 0;
    List<Path> uncovered = unlisted.uncovered();
    boolean isSigned = isWhole && (uncovered.isEmpty() || allowsUncovered);
    Sentence signedBy = isSigned ? signer.sentence() : signer.sentenceIfModified();
    Sentence message =
        signedBy.then(
            Sentence.of(
                "{0} of {1} {1#file matches|files match} the list.", count - others.size(), count));
    if (!unlisted.excluded().isEmpty()) {
      Sentence names = names(model.root(), unlisted.excluded());
      message = message.then(Sentence.of("The signature leaves out: {0}.", names));
    }
    // The signer does not matter if the files differ from the list.
    Result result =
        isWhole || signer.standing() == Standing.REFUSED
            ? result(signer)
            : others.isEmpty() ? unverifiedResult(allowsUncovered) : Check.worst(others);
    List<Check> checks = new ArrayList<>();
    checks.add(check(source, result, message));
    checks.addAll(others.subList(0, Math.min(MAX_CHECKS, others.size())));
    if (!uncovered.isEmpty()) {
      Sentence sentence =
          Sentence.of(
              "{0} {0#file is|files are} not covered by the signature: {1}.",
              uncovered.size(), names(model.root(), uncovered));
      checks.add(check(source, unverifiedResult(allowsUncovered), sentence));
    }
    return checks;
  }

  private static Sentence names(Path folder, List<Path> files) {
    Stream<Path> first = files.stream().limit(MAX_NAMES);
    Sentence names =
        Sentence.joined(", ", first.map(folder::relativize).map(PathText::of).toList());
    return files.size() <= MAX_NAMES ? names : Sentence.of("{0} and others", names);
  }

  private Check compare(SignedModel model, Path path, List<Piece> pieces, Hashing hashing)
      throws IOException {
    String source = PathText.of(model.signature());
    String name = model.name(path);
    Piece first = pieces.getFirst();
    if (Files.notExists(path)) {
      return mismatch(source, first, "", Sentence.of("{0} is missing.", name));
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      Sentence reason = Sentence.of("{0} is a folder, a pipe or a device, not a file.", name);
      return mismatch(source, first, "", reason);
    }
    if (model.isForbiddenLink(path)) {
      Sentence reason =
          Sentence.of("{0} is a symbolic link, which the signature does not allow.", name);
      return mismatch(source, first, "", reason);
    }
    if (!pieces.stream().allMatch(Piece::isSha256)) {
      Sentence reason =
          Sentence.of("{0} is listed with an unsupported hash algorithm; use SHA-256.", name);
      return check(source, unverifiedResult(false), reason);
    }
    try (TensorFile file = TensorFile.open(path)) {
      long length = file.bytes().length();
      hashing.states().putIfAbsent(path, file.bytes().stamp());
      Object key = file.bytes().stamp().fileKey().orElse(path);
      if (first.end().isPresent()
          && comparisonCounts.merge(key, 1, Integer::sum) > MAX_COMPARISONS) {
        Sentence reason =
            Sentence.of(
                "{0} was not compared: the signature lists the same file under more than {1}"
                    + " names.",
                name, MAX_COMPARISONS);
        return check(source, unverifiedResult(false), reason);
      }
      for (Piece piece : pieces) {
        String actual = hashing.sha256(file, piece);
        if (!actual.equals(piece.digest())) {
          Sentence reason = Sentence.of("{0} does not match the list.", name);
          return mismatch(source, piece, actual, reason);
        }
      }
      if (pieces.getLast().end().orElse(length) != length) {
        Sentence reason = Sentence.of("{0} is longer than listed.", name);
        return mismatch(source, pieces.getLast(), "", reason);
      }
      file.bytes().requireUnchanged();
    } catch (FileSystemException e) {
      Sentence reason =
          e instanceof AccessDeniedException
              ? Sentence.of("{0} cannot be read: permission denied.", name)
              : ReadFailures.finding(e).sentence();
      return check(source, unverifiedResult(false), reason);
    }
    return check(source, Result.MATCH, ExpectedHashSource.SIGNATURE_DIGEST.match);
  }

  /// @param actual the actual hash, or an empty string if it is unknown
  private static Check mismatch(String source, Piece piece, String actual, Sentence sentence) {
    return new Check(
        ExpectedHashSource.SIGNATURE_DIGEST,
        source,
        Optional.of(piece.digest()),
        Optional.of(actual).filter(hash -> !hash.isEmpty()),
        Result.MISMATCH,
        sentence);
  }

  private static Check check(Found foundSignature) {
    Signer signer = foundSignature.signer();
    return check(PathText.of(foundSignature.signature()), result(signer), signer.sentence());
  }

  private static Check check(String source, Result result, Sentence sentence) {
    Optional<String> none = Optional.empty();
    return new Check(ExpectedHashSource.SIGNATURE, source, none, none, result, sentence);
  }

  private Result unverifiedResult(boolean isAllowed) {
    return trust.isEmpty() || isAllowed ? Result.UNKNOWN : Result.MISMATCH;
  }

  private static Result result(Signer signer) {
    return switch (signer.standing()) {
      case TRUSTED -> Result.MATCH;
      case UNCHECKED -> Result.UNKNOWN;
      case REFUSED -> Result.MISMATCH;
    };
  }
}
