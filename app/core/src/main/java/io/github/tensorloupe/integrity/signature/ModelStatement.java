package io.github.tensorloupe.integrity.signature;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.work.Cancellation;

/// The signed statement about a model: its files and their hashes.
///
/// @param modelName the name of the folder or file at the time of signing; may be empty
/// @param allowsLinks true if symbolic links are followed
/// @param ignored the relative paths of deliberately excluded files and folders, and of Git files
/// @param files the pieces of each file in order, by relative path; the empty path represents a
///   model that is a single file
public record ModelStatement(
    String modelName, boolean allowsLinks, Set<Path> ignored, Map<Path, List<Piece>> files) {

  /// The hash of a file or of a byte range of a file.
  ///
  /// @param begin the file offset of the first byte
  /// @param end the file offset after the last byte; empty for an entire file
  /// @param digest the hash in lowercase hex
  public record Piece(long begin, OptionalLong end, String algorithm, String digest) {

    private static final String SHA256 = "sha256";
    private static final int SHA256_DIGITS = 64;

    /// Returns true if the hash is SHA-256, the only supported algorithm.
    public boolean isSha256() {
      return digest.length() == SHA256_DIGITS
          && (algorithm.equals(SHA256) || algorithm.startsWith(SHA256 + "-sharded-"));
    }
  }

  /// The files and folders that every signature excludes unless it lists them.
  private static final Set<Path> GIT_PATHS =
      Set.of(Path.of(".git"), Path.of(".gitattributes"), Path.of(".github"), Path.of(".gitignore"));

  private static final String TYPE = "https://in-toto.io/Statement/v1";
  private static final String PREDICATE = "https://model_signing/signature/v1.0";

  /// The predicate type before version 1.0 of the format.
  private static final String OLD_PREDICATE = "https://model_signing/Digests/v0.1";

  /// The maximum length of a name in characters. Longer names are invalid, as are names with more
  /// than [#MAX_NAME_PARTS] parts.
  private static final int MAX_NAME_LENGTH = 4096;

  private static final int MAX_NAME_PARTS = 256;
  private static final int MAX_SHOWN_CHARS = 200;
  private static final Pattern RANGE = Pattern.compile("(.+):(\\d{1,18}):(\\d{1,18})");
  private static final Pattern DIGEST = Pattern.compile("([0-9a-fA-F]{2}){16,128}");

  static ModelStatement read(byte[] text) throws SentenceException {
    JsonNode json = SignatureBundle.json(text);
    JsonNode subjects = json.path("subject");
    if (!json.path("_type").asText().equals(TYPE) || subjects.isEmpty()) {
      throw new SentenceException("Its statement is not an in-toto statement of version 1.");
    }
    // Not a HashMap, because the paths in a crafted list may have the same hash code.
    Map<Path, List<Piece>> files = new TreeMap<>();
    String kind = json.path("predicateType").asText();
    if (kind.equals(OLD_PREDICATE)) {
      for (JsonNode subject : subjects) {
        String digest = subject.path("digest").path(Piece.SHA256).asText();
        add(files, false, subject.path("name").asText(), Piece.SHA256, digest);
      }
      return new ModelStatement("", false, GIT_PATHS, files);
    }
    JsonNode predicate = json.path("predicate");
    JsonNode serialization = predicate.path("serialization");
    String method = serialization.path("method").asText();
    if (!kind.equals(PREDICATE)
        || subjects.size() != 1
        || !Set.of("files", "shards").contains(method)) {
      throw new SentenceException(
          "Its statement does not describe the files of a model, or has a newer version: {0}.",
          DisplayText.of(kind + ", " + method, MAX_SHOWN_CHARS));
    }
    MessageDigest all = Sha256.digest();
    for (JsonNode resource : predicate.path("resources")) {
      String algorithm = resource.path("algorithm").asText();
      String digest = resource.path("digest").asText();
      add(files, method.equals("shards"), resource.path("name").asText(), algorithm, digest);
      all.update(HexFormat.of().parseHex(digest));
    }
    String expected = subjects.path(0).path("digest").path(Piece.SHA256).asText();
    if (!HexFormat.of().formatHex(all.digest()).equalsIgnoreCase(expected)) {
      throw new SentenceException(
          "Its statement contradicts itself: the listed hashes do not match the hash of the whole"
              + " list.");
    }
    Set<Path> ignored = new TreeSet<>(GIT_PATHS);
    serialization
        .path("ignore_paths")
        .forEach(path -> relative(path.asText()).ifPresent(ignored::add));
    String name = subjects.path(0).path("name").asText();
    boolean allowsLinks = serialization.path("allow_symlinks").asBoolean();
    return new ModelStatement(name, allowsLinks, ignored, files);
  }

  /// Adds a piece of a file.
  ///
  /// @throws SentenceException if the name is not a path inside the model, or the range does not
  ///   continue the previous pieces of the file
  private static void add(
      Map<Path, List<Piece>> files, boolean isRange, String name, String algorithm, String digest)
      throws SentenceException {
    Matcher range = RANGE.matcher(name);
    boolean hasForm = (!isRange || range.matches()) && DIGEST.matcher(digest).matches();
    Optional<Path> path = relative(isRange && hasForm ? range.group(1) : name);
    String shown = DisplayText.of(name, MAX_SHOWN_CHARS);
    if (!hasForm || path.isEmpty()) {
      throw new SentenceException(
          "It lists an entry that is not a model file with a hash: {0}.", shown);
    }
    List<Piece> pieces = files.computeIfAbsent(path.get(), _ -> new ArrayList<>());
    Piece piece =
        new Piece(
            isRange ? Long.parseLong(range.group(2)) : 0,
            isRange ? OptionalLong.of(Long.parseLong(range.group(3))) : OptionalLong.empty(),
            algorithm,
            digest.toLowerCase(Locale.ROOT));
    long before = pieces.isEmpty() ? 0 : pieces.getLast().end().orElse(Long.MAX_VALUE);
    if (piece.begin() != before || piece.end().orElse(Long.MAX_VALUE) <= before) {
      throw new SentenceException("It lists a file twice, or only a part of it: {0}.", shown);
    }
    pieces.add(piece);
  }

  /// Returns a path below the model, or empty if the name leads elsewhere, is too long, or is not
  /// valid on this file system.
  static Optional<Path> relative(String name) {
    if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(name);
      boolean leadsOut =
          name.startsWith("/")
              || path.getRoot() != null
              || path.getNameCount() > MAX_NAME_PARTS
              || StreamSupport.stream(path.spliterator(), false).anyMatch(Path.of("..")::equals);
      return leadsOut ? Optional.empty() : Optional.of(path.normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// Returns the equivalent statement about the folder of a model that is a single file with a
  /// name, which ignores only Git files. Returns any other statement unchanged.
  ModelStatement inFolder() {
    Optional<Path> file = relative(modelName);
    if (!isOneFile() || file.isEmpty()) {
      return this;
    }
    Map<Path, List<Piece>> only = Map.of(file.get(), files.get(Path.of("")));
    return new ModelStatement(modelName, allowsLinks, GIT_PATHS, only);
  }

  boolean isOneFile() {
    return files.size() == 1 && files.containsKey(Path.of(""));
  }

  /// Files and folders that a signature does not list.
  ///
  /// @param uncovered the files that are neither listed nor excluded, sorted
  /// @param excluded the excluded files and folders, sorted; also the empty files if the signature
  ///   lists ranges of files, because an empty file has no range
  public record Unlisted(List<Path> uncovered, List<Path> excluded) {}

  /// Finds the files and folders that the signature does not list. Follows a link to a folder only
  /// if links are allowed and files in the folder are listed. Any other link counts as an unlisted
  /// file, unless the link or files below it are listed.
  ///
  /// @param root the base folder of the listed paths
  /// @param below the root or a folder inside the root; may be a link
  /// @throws SentenceException if links lead to too many files
  Unlisted unlisted(Path root, Path below, Cancellation cancellation) throws SentenceException {
    Unlisted unlisted = new Unlisted(new ArrayList<>(), new ArrayList<>());
    boolean isInRanges =
        files.values().stream().anyMatch(file -> file.getFirst().end().isPresent());
    // A set of all listed folders would be much larger than the signature.
    NavigableSet<Path> listed =
        new TreeSet<>(Comparator.comparing(ModelStatement::parts, Arrays::compare));
    for (Path each : files.keySet()) {
      cancellation.check();
      listed.add(each);
    }
    Deque<Path> open = new ArrayDeque<>(isOneFile() ? List.of() : List.of(below));
    while (!open.isEmpty()) {
      cancellation.check();
      Path file = open.pop();
      Path relative = root.relativize(file);
      boolean isLink = Files.isSymbolicLink(file) && !file.equals(below);
      Path next = isLink ? listed.ceiling(relative) : null;
      boolean isLinkToListed = next != null && next.startsWith(relative);
      boolean isEmpty =
          isInRanges
              && !isLink
              && Files.isRegularFile(file)
              && FileStamp.lengthOf(file).equals(OptionalLong.of(0));
      if (isIgnored(relative) || isEmpty && !files.containsKey(relative)) {
        unlisted.excluded.add(file);
      } else if (Files.isDirectory(file) && (!isLink || isLinkToListed && allowsLinks)) {
        try (Stream<Path> children = Files.list(file)) {
          children.forEach(open::push);
        } catch (IOException | UncheckedIOException e) {
          unlisted.uncovered.add(file);
        }
      } else if (!files.containsKey(relative) && !isLinkToListed) {
        unlisted.uncovered.add(file);
      }
      if (allowsLinks && unlisted.uncovered.size() > 100_000) {
        throw new SentenceException(
            "The links that the signature allows refer to too many other files.");
      }
    }
    Collections.sort(unlisted.uncovered);
    Collections.sort(unlisted.excluded);
    return unlisted;
  }

  private static Path[] parts(Path path) {
    return StreamSupport.stream(path.spliterator(), false).toArray(Path[]::new);
  }

  private boolean isIgnored(Path relative) {
    for (Path each = relative; each != null; each = each.getParent()) {
      if (ignored.contains(each)) {
        return true;
      }
    }
    return false;
  }
}
