package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Finds checkpoints in folders and their subfolders by file names. Visits each folder once, even
/// if it is reachable from several roots. Does not follow links to folders. Not thread-safe.
final class FolderWalk {

  private final Cancellation cancellation;
  private final BiConsumer<Path, Finding> onFailure;
  private final FolderStamps stamps;
  private final boolean includesOtherFormats;
  private final Set<Path> visitedFolders = new TreeSet<>();
  private final LocalDownloads downloads = new LocalDownloads();
  private FolderNames names;

  private Path top;

  /// @param onFailure called with each folder that cannot be read, and the reason
  /// @param stamps records the visited folders
  /// @param includesOtherFormats true to report files of other formats, each by itself
  FolderWalk(
      Cancellation cancellation,
      BiConsumer<Path, Finding> onFailure,
      FolderStamps stamps,
      boolean includesOtherFormats) {
    this.cancellation = cancellation;
    this.onFailure = onFailure;
    this.stamps = stamps;
    this.includesOtherFormats = includesOtherFormats;
  }

  void walk(Path root, Consumer<Candidate> sink) {
    names = new FolderNames(root);
    top = null;
    visitOrRepository(root, 0, sink);
  }

  private void visitOrRepository(Path folder, int depth, Consumer<Candidate> sink) {
    cancellation.check();
    try {
      if (!isNew(folder)) {
        return;
      }
      CheckpointFinder.requireDepth(folder, depth);
      stamps.add(folder);
      if (folder.getFileName() != null
          && HubRepository.isAt(folder)
          && HubRepository.watched(folder).stream().allMatch(this::isInside)) {
        HubRepository.watched(folder).forEach(stamps::add);
        new HubRepository(folder, snapshot -> below(snapshot, depth)).candidates().forEach(sink);
      } else {
        visit(folder, depth, sink);
      }
    } catch (IOException e) {
      onFailure.accept(folder, ReadFailures.finding(e));
    }
  }

  private List<Candidate> below(Path folder, int depth) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    if (isInside(folder)) {
      stamps.add(folder);
      visit(folder, depth, candidates::add);
    }
    return candidates;
  }

  private boolean isNew(Path folder) throws IOException {
    try {
      Path real = folder.toRealPath();
      top = top == null ? real : top;
      return real.startsWith(top) && visitedFolders.add(real);
    } catch (NoSuchFileException e) {
      // The folder may reappear later.
      stamps.add(folder);
      onFailure.accept(
          folder,
          Finding.of(
              FindingCode.NOT_FOUND,
              Sentence.of(
                  "The folder does not exist: it was moved or deleted, or its disk is not"
                      + " connected.")));
      return false;
    }
  }

  /// Returns true if a folder, with links resolved, is inside the root.
  private boolean isInside(Path folder) {
    try {
      return folder.toRealPath().startsWith(top);
    } catch (IOException e) {
      // Reading the folder will fail and report the reason.
      return true;
    }
  }

  private void visit(Path folder, int depth, Consumer<Candidate> sink) throws IOException {
    FolderCandidates content =
        FolderCandidates.in(
            folder,
            names,
            (child, failure) -> onFailure.accept(child, ReadFailures.finding(failure)));
    try {
      if (isInside(folder.resolve(LocalDownloads.NOTES))) {
        downloads.read(folder);
      }
    } catch (IOException e) {
      // Continues: the files next to unreadable metadata can still be found.
      onFailure.accept(folder, ReadFailures.finding(e));
    }
    content.unfinishedDownloads.addAll(
        downloads.unfinishedDownloads.getOrDefault(folder, List.of()));
    List<Candidate> parts = new ArrayList<>();
    Consumer<Candidate> target = content.isPipeline ? parts::add : sink;
    for (Candidate candidate : content.candidates()) {
      candidate.revision =
          candidate.files.stream()
              .filter(downloads.commits::containsKey)
              .findFirst()
              .map(file -> new Revision(downloads.commits.get(file), List.of()));
      target.accept(candidate);
    }
    if (includesOtherFormats) {
      content.othersByName().forEach(sink);
    }
    for (Path below : content.folders) {
      visitOrRepository(below, depth + 1, target);
    }
    if (!parts.isEmpty()) {
      sink.accept(Candidate.merge(names.ofFolder(folder.toAbsolutePath()), folder, parts));
    }
  }

  /// Returns the candidate at a path. All checkpoints in a folder form one candidate.
  ///
  /// @param path a file, an index or a folder, which need not exist
  Candidate at(Path path) {
    Candidate candidate = withoutRepository(path);
    HubRepository.snapshotOf(path.toAbsolutePath())
        .ifPresent(repository -> HubRepository.name(candidate, repository));
    return candidate;
  }

  private Candidate withoutRepository(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    top = null;
    names = new FolderNames(absolute.getParent() == null ? absolute : absolute.getParent());
    if (Files.isDirectory(path)) {
      List<Candidate> parts = new ArrayList<>();
      visitOrRepository(path, 0, parts::add);
      return Candidate.merge(names.ofFolder(absolute), path, parts);
    }
    if (ShardSet.isIndexName(path)) {
      return FolderCandidates.ofIndex(path, names);
    }
    return new Candidate(names.ofFile(path), path, List.of(path));
  }

  /// The metadata of the Hugging Face client in `.cache/huggingface/download` of download folders:
  /// unfinished files and the commits of finished files.
  private static final class LocalDownloads {

    private static final Path NOTES = Path.of(".cache", "huggingface", "download");
    private static final String SUFFIX = ".incomplete";
    private static final String NOTES_SUFFIX = ".metadata";
    private static final String LOCK_SUFFIX = ".lock";
    private static final int MAX_DEPTH = 8;
    private static final long MAX_NOTES_BYTES = 4096;
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

    final Map<Path, List<UnfinishedDownload>> unfinishedDownloads = new TreeMap<>();

    final Map<Path, String> commits = new TreeMap<>();

    void read(Path folder) throws IOException {
      Path notes = folder.resolve(NOTES);
      if (!Files.isDirectory(notes)) {
        return;
      }
      List<Path> files;
      try (Stream<Path> all = Files.walk(notes, MAX_DEPTH, new FileVisitOption[0])) {
        files = all.filter(Files::isRegularFile).toList();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      Map<String, String> namesByHash = namesByHash(files);
      for (Path file : files) {
        String name = file.getFileName().toString();
        Path target = folder.resolve(notes.relativize(file)).getParent();
        if (name.endsWith(SUFFIX)) {
          UnfinishedDownload.unfinished(file, targetName(name, namesByHash))
              .ifPresent(unfinishedDownloads.computeIfAbsent(target, _ -> new ArrayList<>())::add);
        } else if (name.endsWith(NOTES_SUFFIX)) {
          String targetName = name.substring(0, name.length() - NOTES_SUFFIX.length());
          if (CheckpointFinder.hasSafetensorsName(targetName)) {
            commitIn(file).ifPresent(commit -> commits.put(target.resolve(targetName), commit));
          }
        }
      }
    }

    // The file name starts with the target name (older clients) or its hash (newer clients).
    private static Optional<String> targetName(String name, Map<String, String> namesByHash) {
      return UnfinishedDownload.targetName(name)
          .or(() -> Optional.ofNullable(namesByHash.get(name.split("\\.", 2)[0])));
    }

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
      byte[] digest = Sha256.sha1().digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().encodeToString(digest);
    }

    private static Optional<String> commitIn(Path file) throws IOException {
      if (Files.size(file) > MAX_NOTES_BYTES) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      return text.lines().limit(1).map(String::strip).filter(COMMIT.asMatchPredicate()).findFirst();
    }
  }
}
