package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.FilesOpening.Opened;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Opens the files of one checkpoint. Closing it closes them again, unless the checkpoint was made
/// and owns them.
final class CheckpointOpener implements AutoCloseable {

  /// A smaller index is read in no time.
  static final long LARGE_INDEX_BYTES = 1_000_000;

  private final FilePool pool = new FilePool();
  private final Cancellation cancellation;
  private final Progress progress;
  private final List<TensorFile> files = new ArrayList<>();
  private final Map<Path, Opened> openings = new HashMap<>();

  /// The files opened while an index was read, until the index says that they belong here.
  private final Map<Path, Opened> early = new HashMap<>();

  private final List<CheckpointPart> parts = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  CheckpointOpener(Cancellation cancellation, Progress progress) {
    this.cancellation = cancellation;
    this.progress = progress;
  }

  Checkpoint openFile(Path file) throws IOException {
    cancellation.check();
    files.add(TensorFile.open(file));
    parts.add(new CheckpointPart("", file, Optional.empty(), files, List.of()));
    progress.report(1, 1);
    return complete(file, FileKind.SAFETENSORS);
  }

  /// Opens a set by its index.
  ///
  /// @throws IOException if the index cannot be read
  Checkpoint openSet(Path index) throws IOException {
    List<Path> likely = likelyOf(index);
    if (likely.isEmpty()) {
      return openSet(ShardSet.read(index), index);
    }
    try (BackgroundWork<ShardSet> set = new BackgroundWork<>(() -> ShardSet.read(index))) {
      openEarly(likely);
      return openSet(set.result(), index);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Checkpoint openSet(ShardSet set, Path path) {
    openAll(set.shards());
    addPart("", new FoundSet(set));
    return complete(path, FileKind.SET);
  }

  Checkpoint openFolder(Path folder) {
    List<Found> found = find(folder);
    if (found.size() == 1 && found.getFirst() instanceof FoundSet(ShardSet set)) {
      return openSet(set, set.hasIndex() ? set.indexPath() : folder);
    }
    if (found.isEmpty()) {
      findings.add(
          Finding.of(
              FindingCode.NO_SAFETENSORS,
              Sentence.of("There is no .safetensors file in {0}.", PathText.of(folder))));
    }
    List<Found> openable = new ArrayList<>();
    for (Found each : found) {
      if (each instanceof Unreadable(Path _, IOException cause)) {
        findings.add(ReadFailures.finding(cause));
      } else {
        openable.add(each);
      }
    }
    openAll(openable.stream().flatMap(each -> filesOf(each).stream()).distinct().toList());
    List<String> labels = PartLabels.of(folder, openable);
    for (int i = 0; i < openable.size(); i++) {
      addPart(labels.get(i), openable.get(i));
    }
    return complete(folder, FileKind.DIRECTORY);
  }

  private List<Found> find(Path folder) {
    List<Path> likely = likelyIn(folder);
    if (likely.isEmpty()) {
      return CheckpointFinder.find(folder, cancellation);
    }
    try (BackgroundWork<List<Found>> found =
        new BackgroundWork<>(() -> CheckpointFinder.find(folder, cancellation))) {
      openEarly(likely);
      return found.result();
    }
  }

  private void openEarly(List<Path> likely) {
    FilesOpening.open(likely, pool, cancellation, progress)
        .forEach(opened -> early.put(opened.path(), opened));
  }

  private static List<Path> filesOf(Found found) {
    return switch (found) {
      case FoundFile(Path file) -> List.of(file);
      case FoundSet(ShardSet set) -> set.shards();
      case Unreadable _ -> List.of();
    };
  }

  private void addPart(String label, Found found) {
    List<TensorFile> own = new ArrayList<>();
    List<Finding> ownFindings = new ArrayList<>();
    Optional<ShardIndex> index = Optional.empty();
    if (found instanceof FoundSet(ShardSet set)) {
      index = set.index();
      ownFindings.addAll(set.findings());
    }
    for (Path path : filesOf(found)) {
      Opened opened = openings.get(path);
      opened.file().ifPresent(own::add);
      opened.failure().map(failure -> told(failure, path, found)).ifPresent(ownFindings::add);
    }
    if (found instanceof FoundSet) {
      own.stream()
          .filter(TensorFile::isRefused)
          .forEach(shard -> ownFindings.add(Checkpoint.shardRefused(shard)));
    }
    findings.addAll(ownFindings);
    parts.add(new CheckpointPart(label, found.path(), index, own, ownFindings));
  }

  /// Of a set it is to be told which shard cannot be read.
  private static Finding told(Finding failure, Path path, Found found) {
    return found instanceof FoundSet
        ? Checkpoint.shardRefused(path.getFileName().toString(), Optional.empty(), List.of(failure))
        : failure;
  }

  private void openAll(List<Path> paths) {
    List<Path> others = paths.stream().filter(path -> !early.containsKey(path)).toList();
    FilesOpening.open(others, pool, cancellation, progress)
        .forEach(opened -> early.put(opened.path(), opened));
    for (Path path : paths) {
      Opened opened = early.remove(path);
      openings.put(path, opened);
      opened.file().ifPresent(files::add);
    }
  }

  private Checkpoint complete(Path path, FileKind kind) {
    Checkpoint checkpoint = new Checkpoint(path, kind, parts, files, findings);
    files.clear();
    return checkpoint;
  }

  @Override
  public void close() throws IOException {
    List<TensorFile> left = new ArrayList<>(files);
    early.values().forEach(opened -> opened.file().ifPresent(left::add));
    Checkpoint.closeAll(left);
  }

  /// The files that are likely to be opened after an index that takes long to read, so that both
  /// can be done at the same time: the safetensors files of a folder with a large index; none where
  /// there is no such index. What cannot be listed is left to whoever opens it to tell.
  private static List<Path> likelyIn(Path folder) {
    List<Path> files = childrenOf(folder);
    return files.stream().anyMatch(CheckpointOpener::isLargeIndex)
        ? files.stream().filter(CheckpointFinder::isTensorFile).toList()
        : List.of();
  }

  /// The likely files beside a large index: those that are named like its shards.
  private static List<Path> likelyOf(Path index) {
    if (!isLargeIndex(index)) {
      return List.of();
    }
    String baseName = ShardSet.baseName(index);
    return childrenOf(index.toAbsolutePath().getParent()).stream()
        .filter(file -> ShardFamily.isNamedAs(baseName, file.getFileName().toString()))
        .filter(CheckpointFinder::isTensorFile)
        // As the set names its shards.
        .map(file -> index.resolveSibling(file.getFileName()))
        .toList();
  }

  private static boolean isLargeIndex(Path file) {
    try {
      return ShardSet.isIndexName(file)
          && Files.isRegularFile(file)
          && Files.size(file) >= LARGE_INDEX_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> childrenOf(Path folder) {
    try {
      return FolderChildren.of(folder);
    } catch (IOException e) {
      return List.of();
    }
  }
}
