package io.github.tensorloupe.library;

import module java.base;

/// What the Hugging Face client notes in `.cache/huggingface/download` of a folder that it
/// downloaded a repository into: unfinished files, and the commit of finished ones.
final class LocalDownloads {

  private static final String SUFFIX = ".incomplete";
  private static final String NOTES_SUFFIX = ".metadata";
  private static final String LOCK_SUFFIX = ".lock";
  private static final int MAX_DEPTH = 8;
  private static final long MAX_NOTES_BYTES = 4096;
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

  private final Path folder;
  private final Path notes;
  private final Map<Path, List<Leftover>> leftovers = new HashMap<>();
  private final Map<Path, String> commits = new HashMap<>();

  private LocalDownloads(Path folder, Path notes) {
    this.folder = folder;
    this.notes = notes;
  }

  /// Reads the notes of a folder; empty where there are none.
  static Optional<LocalDownloads> of(Path folder) throws IOException {
    Path notes = folder.resolve(".cache").resolve("huggingface").resolve("download");
    if (!Files.isDirectory(notes)) {
      return Optional.empty();
    }
    LocalDownloads downloads = new LocalDownloads(folder, notes);
    try (Stream<Path> files = Files.walk(notes, MAX_DEPTH, new FileVisitOption[0])) {
      downloads.addAll(files.filter(Files::isRegularFile).toList());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return Optional.of(downloads);
  }

  /// What belongs into a folder at or below this one.
  List<Leftover> leftoversFor(Path target) {
    return leftovers.getOrDefault(target, List.of());
  }

  /// The commit that a file was downloaded of.
  Optional<Revision> revisionOf(Path file) {
    return Optional.ofNullable(commits.get(file)).map(commit -> new Revision(commit, List.of()));
  }

  private void addAll(List<Path> files) throws IOException {
    Map<String, String> namesByHash = namesByHash(files);
    for (Path file : files) {
      String name = file.getFileName().toString();
      Path target = folder.resolve(notes.relativize(file)).getParent();
      if (name.endsWith(SUFFIX)) {
        Leftover.unfinished(file, targetName(name, namesByHash))
            .ifPresent(leftovers.computeIfAbsent(target, _ -> new ArrayList<>())::add);
      } else if (name.endsWith(Leftover.TENSOR_SUFFIX + NOTES_SUFFIX)) {
        String targetName = name.substring(0, name.length() - NOTES_SUFFIX.length());
        commitIn(file).ifPresent(commit -> commits.put(target.resolve(targetName), commit));
      }
    }
  }

  /// Older clients begin with the name of the target, newer ones with a hash of it.
  private static Optional<String> targetName(String name, Map<String, String> namesByHash) {
    int end = name.indexOf(Leftover.TENSOR_SUFFIX + ".");
    if (end >= 0) {
      return Optional.of(name.substring(0, end + Leftover.TENSOR_SUFFIX.length()));
    }
    int dot = name.indexOf('.');
    return dot < 0
        ? Optional.empty()
        : Optional.ofNullable(namesByHash.get(name.substring(0, dot)));
  }

  /// Locks bear the names of what is being downloaded.
  private static Map<String, String> namesByHash(List<Path> files) {
    Map<String, String> names = new HashMap<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.endsWith(LOCK_SUFFIX)) {
        String target = name.substring(0, name.length() - LOCK_SUFFIX.length());
        names.put(shortHash(target + NOTES_SUFFIX), target);
      }
    }
    return names;
  }

  private static String shortHash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return Base64.getUrlEncoder()
          .encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  private static Optional<String> commitIn(Path file) throws IOException {
    if (Files.size(file) > MAX_NOTES_BYTES) {
      return Optional.empty();
    }
    String first =
        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
            .lines()
            .findFirst()
            .orElse("");
    return Optional.of(first.strip()).filter(COMMIT.asMatchPredicate());
  }
}
