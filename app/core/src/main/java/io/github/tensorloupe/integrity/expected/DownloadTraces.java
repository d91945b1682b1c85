package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Finds unfinished downloads, broken links in caches of the Hugging Face Hub, and files in
/// checksum lists that do not exist. Computes no hashes.
public final class DownloadTraces extends SimpleFileVisitor<Path> {

  /// An unfinished download, a broken link, or a missing file.
  ///
  /// @param path the path, starting with the folder as passed to [#in]
  public record DownloadProblem(Path path, Check check) {}

  private static final String INCOMPLETE = ".incomplete";
  private static final Pattern OTHER_PROGRAMS =
      Pattern.compile(
          "(?i)\\.safetensors\\.(part|partial|crdownload|download|opdownload|aria2)\\z");
  private static final int MAX_PROBLEMS = 10_000;

  private final ChecksumLists lists = new ChecksumLists();
  private final Set<Object> checkedLists = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Path, NavigableSet<String>> incompleteNames = new TreeMap<>();
  private final Path folder;
  private final Cancellation cancellation;
  private final List<DownloadProblem> problems = new ArrayList<>();

  private DownloadTraces(Path folder, Cancellation cancellation) {
    this.folder = folder;
    this.cancellation = cancellation;
  }

  /// Finds all problems in a folder and its subfolders, sorted by path. Does not follow links to
  /// folders, and skips unreadable entries. Skips links with names of safetensors files: the caller
  /// opens these and reports [#ofBrokenLink].
  ///
  /// @param folder an existing folder
  public static List<DownloadProblem> in(Path folder, Cancellation cancellation)
      throws IOException {
    DownloadTraces traces = new DownloadTraces(folder, cancellation);
    Files.walkFileTree(folder, Set.of(), CheckpointFinder.MAX_DEPTH + 1, traces);
    traces.problems.sort(Comparator.comparing(DownloadProblem::path));
    return List.copyOf(traces.problems);
  }

  /// Returns the check of a broken link in a cache, or empty for anything else.
  ///
  /// @param incompleteNames the unfinished downloads in the folders listed so far
  public static Optional<Check> ofBrokenLink(
      Path link, Map<Path, NavigableSet<String>> incompleteNames) {
    if (!Files.isSymbolicLink(link) || !Files.notExists(link)) {
      return Optional.empty();
    }
    try {
      Path target = link.resolveSibling(Files.readSymbolicLink(link)).normalize();
      if (!HubCache.isBlob(target)) {
        return Optional.empty();
      }
      String prefix = target.getFileName() + ".";
      String next =
          incompleteNames
              .computeIfAbsent(target.getParent(), DownloadTraces::incompleteNames)
              .ceiling(prefix);
      Sentence reason =
          next != null && next.startsWith(prefix)
              ? Sentence.of("The file is missing: its download did not finish. Download it again.")
              : Sentence.of(
                  "The link leads to a missing file: it was deleted from the cache. Download it"
                      + " again.");
      Optional<String> hash = Optional.of(Hex.normal(target.getFileName().toString()));
      return Optional.of(
          Check.of(ExpectedHashSource.BROKEN_LINK, target, hash, Result.MISMATCH, reason));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static NavigableSet<String> incompleteNames(Path folder) {
    NavigableSet<String> names = new TreeSet<>();
    SmallFiles.children(folder).forEach(child -> names.add(child.getFileName().toString()));
    names.removeIf(name -> !name.endsWith(INCOMPLETE));
    return names;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    cancellation.check();
    if (attributes.isDirectory()) {
      // A folder that is nested too deeply, which is reported elsewhere.
      return FileVisitResult.CONTINUE;
    }
    String name = file.getFileName().toString();
    if (attributes.isSymbolicLink()) {
      if (!CheckpointFinder.hasSafetensorsName(name)) {
        ofBrokenLink(file, incompleteNames).ifPresent(check -> add(file, check));
      }
    } else if (name.endsWith(INCOMPLETE)) {
      add(file, incomplete(file, name, attributes.size()));
    } else if (OTHER_PROGRAMS.matcher(name).find()) {
      add(file, unfinished(file, Optional.empty(), attributes.size()));
    } else if (isRef(file)) {
      checkRef(file);
    } else if (ChecksumLists.isList(file)) {
      checkList(file);
    }
    return FileVisitResult.CONTINUE;
  }

  private void add(Path path, Check check) {
    problems.add(new DownloadProblem(path, check));
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) {
    // The search for checkpoints already reports this failure.
    return FileVisitResult.CONTINUE;
  }

  private void checkList(Path file) {
    Path normal = AbsolutePaths.of(folder);
    Sentence sentence = Sentence.of("The checksum list names this file, but it is not here.");
    Map<Path, String> hashes = lists.hashes(file);
    if (lists.unread.containsKey(file)) {
      add(file, lists.unread.get(file));
    }
    if (!checkedLists.add(hashes)) {
      return;
    }
    // Files outside the folder, perhaps on a server, are not accessed.
    List<Path> missing = new ArrayList<>(hashes.keySet());
    missing.removeIf(
        listed ->
            !listed.startsWith(normal)
                || !CheckpointFinder.hasSafetensorsName(listed)
                || !Files.notExists(listed, LinkOption.NOFOLLOW_LINKS));
    int count = Math.clamp(MAX_PROBLEMS - problems.size(), 0, missing.size());
    for (Path listed : missing.subList(0, count)) {
      Optional<String> hash = Optional.of(hashes.get(listed));
      Path path = folder.resolve(normal.relativize(listed));
      add(path, Check.of(ExpectedHashSource.CHECKSUM_LIST, file, hash, Result.MISMATCH, sentence));
    }
    if (count < missing.size()) {
      Sentence all =
          Sentence.of("The checksum list names {0} files that are not here.", missing.size());
      add(
          file,
          Check.of(ExpectedHashSource.CHECKSUM_LIST, file, Optional.empty(), Result.MISMATCH, all));
    }
  }

  /// Checks an unfinished download. A dot-separated part of its name may be the expected hash.
  private static Check incomplete(Path file, String name, long byteCount) {
    Optional<String> hash =
        Arrays.stream(name.split("\\."))
            .filter(part -> Hex.measure(part).isPresent())
            .findFirst()
            .map(Hex::normal);
    boolean isLeftOver = hash.map(file::resolveSibling).filter(Files::isRegularFile).isPresent();
    Sentence leftOver = Sentence.of("Left over from an earlier attempt; the file itself exists.");
    return isLeftOver
        ? Check.of(ExpectedHashSource.INCOMPLETE_DOWNLOAD, file, hash, Result.UNKNOWN, leftOver)
        : unfinished(file, hash, byteCount);
  }

  private static Check unfinished(Path file, Optional<String> hash, long byteCount) {
    Sentence sentence =
        Sentence.of(
            "The download did not finish: {0} so far. Start it again.", new ByteSize(byteCount));
    return Check.of(ExpectedHashSource.INCOMPLETE_DOWNLOAD, file, hash, Result.MISMATCH, sentence);
  }

  private static boolean isRef(Path file) {
    return file.getParent() != null
        && file.getParent().endsWith("refs")
        && file.getParent().getParent() != null
        && Files.isDirectory(file.getParent().resolveSibling("snapshots"));
  }

  private void checkRef(Path ref) {
    String commit = SmallFiles.text(ref).orElse("").strip();
    Path snapshots = ref.getParent().resolveSibling("snapshots");
    if (Hex.isSha1(commit) && !Files.isDirectory(snapshots.resolve(commit))) {
      Sentence sentence = Sentence.of("No file of the commit that this name refers to was found.");
      Optional<String> expected = Optional.of(commit);
      add(ref, Check.of(ExpectedHashSource.HUB_REF, ref, expected, Result.UNKNOWN, sentence));
    }
  }
}
