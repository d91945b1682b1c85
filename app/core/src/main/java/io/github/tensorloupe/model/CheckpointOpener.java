package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.ParallelFileOpener.Opened;
import io.github.tensorloupe.model.ParallelFileOpener.Source;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Opens the files of one checkpoint. Closing the opener closes opened files that no checkpoint
/// owns.
final class CheckpointOpener implements AutoCloseable {

  /// The minimum length in bytes of a local index that is read while its shards are opened.
  static final long LARGE_INDEX_BYTES = 1_000_000;

  private final FilePool pool = new FilePool();
  private final Cancellation cancellation;
  private final Progress progress;

  /// All opened files by path, including files opened in advance that belong to no set.
  private final Map<Path, Opened> openings = new TreeMap<>();

  private final ConfigurationFiles.Folders configurations = new ConfigurationFiles.Folders();

  private final List<CheckpointPart> parts = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  CheckpointOpener(Cancellation cancellation, Progress progress) {
    this.cancellation = cancellation;
    this.progress = progress;
  }

  Checkpoint openSet(Path index) throws IOException {
    return openSet(readWhileOpening(likelyShards(index), () -> ShardSet.read(index)), index);
  }

  private Checkpoint openSet(ShardSet set, Path path) throws IOException {
    open(set.shards());
    addPart("", new FoundSet(set));
    return complete(path, FileKind.SET, set.shards());
  }

  Checkpoint openFolder(Path folder) throws IOException {
    return openFound(
        folder,
        readWhileOpening(likelyFiles(folder), () -> CheckpointFinder.find(folder, cancellation)));
  }

  Checkpoint openLevel(Path folder) throws IOException {
    return openFound(folder, CheckpointFinder.findIn(folder, cancellation));
  }

  private Checkpoint openFound(Path folder, List<Found> checkpoints) throws IOException {
    if (checkpoints.size() == 1 && checkpoints.getFirst() instanceof FoundSet(ShardSet set)) {
      return openSet(set, set.hasIndex() ? set.indexPath() : folder);
    }
    if (checkpoints.isEmpty()) {
      findings.add(
          Finding.of(
              FindingCode.NO_SAFETENSORS,
              Sentence.of("No .safetensors file was found in {0}.", PathText.of(folder))));
    }
    List<Found> openable = new ArrayList<>();
    for (Found each : checkpoints) {
      if (each instanceof Unreadable(Path _, IOException cause)) {
        findings.add(ReadFailures.finding(cause));
      } else {
        openable.add(each);
      }
    }
    List<Path> files =
        CheckpointFinder.distinct(openable.stream().flatMap(each -> each.files().stream()));
    open(files);
    List<String> labels = PartLabels.of(folder, openable);
    for (int i = 0; i < openable.size(); i++) {
      addPart(labels.get(i), openable.get(i));
    }
    return complete(folder, FileKind.DIRECTORY, files);
  }

  /// Reads indexes on another thread while opening files.
  ///
  /// @param likely the files that the indexes probably name; empty for small indexes
  private <T> T readWhileOpening(List<Path> likely, Callable<T> reading) throws IOException {
    try (BackgroundWork<T> work = new BackgroundWork<>(reading)) {
      open(likely);
      return work.result();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void addPart(String label, Found checkpoint) {
    List<Opened> opened = checkpoint.files().stream().map(openings::get).toList();
    List<TensorFile> shards = opened.stream().flatMap(each -> each.file().stream()).toList();
    List<Finding> failures = opened.stream().flatMap(each -> each.failure().stream()).toList();
    Optional<ShardIndex> index = Optional.empty();
    if (checkpoint instanceof FoundSet(ShardSet set)) {
      index = set.index();
      failures = findingsOf(set, opened);
    }
    findings.addAll(failures);
    Path path = checkpoint.path();
    parts.add(new CheckpointPart(label, path, index, shards, failures, configurations.of(path)));
  }

  private static List<Finding> findingsOf(ShardSet set, List<Opened> opened) {
    List<Finding> findings = new ArrayList<>(set.findings());
    for (Opened each : opened) {
      String name = String.valueOf(each.path().getFileName());
      each.failure()
          .map(failure -> Checkpoint.shardRefused(name, Optional.empty(), List.of(failure)))
          .ifPresent(findings::add);
    }
    for (Opened each : opened) {
      String name = String.valueOf(each.path().getFileName());
      each.file()
          .filter(TensorFile::isRefused)
          .map(file -> Checkpoint.shardRefused(name, file.reading().loadError(), file.findings()))
          .ifPresent(findings::add);
    }
    return findings;
  }

  private void open(List<Path> paths) throws IOException {
    List<Path> missing = paths.stream().filter(path -> !openings.containsKey(path)).toList();
    Source source = (path, room) -> TensorFile.read(ByteSource.open(path, pool), room);
    LongPredicate room = ParallelFileOpener::fitsHalfOfFreeHeap;
    ParallelFileOpener.open(missing, source, room, cancellation, progress)
        .forEach(opened -> openings.put(opened.path(), opened));
  }

  private Checkpoint complete(Path path, FileKind kind, List<Path> paths) {
    List<TensorFile> files =
        paths.stream().flatMap(each -> openings.get(each).file().stream()).toList();
    Checkpoint checkpoint = new Checkpoint(path, kind, parts, files, findings);
    paths.forEach(openings::remove);
    return checkpoint;
  }

  @Override
  public void close() throws IOException {
    Checkpoint.closeAll(openings.values().stream().flatMap(each -> each.file().stream()).toList());
  }

  /// Returns the safetensors files of a folder that contains a large index, otherwise an empty
  /// list. If the folder cannot be listed, opening it reports the failure.
  private static List<Path> likelyFiles(Path folder) {
    List<Path> files = SmallFiles.children(folder);
    return files.stream().anyMatch(CheckpointOpener::isLargeIndex)
        ? files.stream().filter(CheckpointFinder::isTensorFile).toList()
        : List.of();
  }

  /// Returns the files that a large index probably names, judging by their file names.
  private static List<Path> likelyShards(Path index) {
    if (!isLargeIndex(index)) {
      return List.of();
    }
    String baseName = ShardSet.baseName(index);
    return SmallFiles.children(index.toAbsolutePath().getParent()).stream()
        .filter(file -> ShardName.isInSet(baseName, file.getFileName().toString()))
        .filter(CheckpointFinder::isTensorFile)
        // Must equal the path of the shard in the set.
        .map(file -> index.resolveSibling(file.getFileName()))
        .toList();
  }

  private static boolean isLargeIndex(Path file) {
    return ShardSet.isIndexName(file)
        && Files.isRegularFile(file)
        && (SourceFileSystem.of(file).isPresent()
            || FileStamp.lengthOf(file).orElse(0) >= LARGE_INDEX_BYTES);
  }

  /// Short unique labels for the sets and files of a folder.
  ///
  /// The label of a set is its folder, followed by its name if the folder contains other parts. The
  /// label of a file is its path. The label of a pipeline component is its folder, followed by a
  /// dot and the variant (such as `fp16`) if the folder contains other parts.
  static final class PartLabels {

    private static final String PIPELINE_FILE = "model_index.json";

    private PartLabels() {}

    /// Returns a label for each part. A single part has an empty label.
    static List<String> of(Path opened, List<Found> parts) {
      if (parts.size() == 1) {
        return List.of("");
      }
      Map<Path, Integer> countsByFolder = new TreeMap<>();
      parts.forEach(part -> countsByFolder.merge(part.path().getParent(), 1, Integer::sum));
      List<String> labels = new ArrayList<>();
      Map<String, Integer> counts = new HashMap<>();
      for (Found part : parts) {
        String label = label(opened, part, countsByFolder.get(part.path().getParent()) == 1);
        labels.add(label);
        counts.merge(label, 1, Integer::sum);
      }
      for (int i = 0; i < labels.size(); i++) {
        if (counts.get(labels.get(i)) > 1) {
          labels.set(i, fullLabel(opened, parts.get(i)));
        }
      }
      return labels;
    }

    private static String label(Path opened, Found part, boolean isAlone) {
      Path folder = part.path().getParent();
      String folderName = fromOpened(opened, folder);
      String baseName =
          part instanceof FoundSet(ShardSet set)
              ? ShardSet.baseName(set.indexPath())
              : CheckpointFinder.stem(part.path());
      boolean isComponent =
          !folder.equals(opened)
              && folder.getParent() != null
              && Files.isRegularFile(folder.resolveSibling(PIPELINE_FILE));
      if (isComponent) {
        // The file name of a component only adds information by its variant.
        int dot = baseName.indexOf('.');
        return isAlone || dot < 0 ? folderName : folderName + baseName.substring(dot);
      }
      if (part instanceof FoundFile) {
        return fullLabel(opened, part);
      }
      return isAlone && !folderName.isEmpty() ? folderName : joined(folderName, baseName);
    }

    private static String fullLabel(Path opened, Found part) {
      Path path = part.path();
      String name =
          part instanceof FoundSet(ShardSet set) ? set.name() : path.getFileName().toString();
      return joined(fromOpened(opened, path.getParent()), name);
    }

    private static String joined(String folderName, String name) {
      return folderName.isEmpty() ? name : folderName + "/" + name;
    }

    /// Returns the path relative to the opened folder, separated by slashes.
    private static String fromOpened(Path opened, Path folder) {
      return opened
          .relativize(folder)
          .toString()
          .replace(opened.getFileSystem().getSeparator(), "/");
    }
  }
}
