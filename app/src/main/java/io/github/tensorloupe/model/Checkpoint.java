package io.github.tensorloupe.model;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One file, a set of shards or a folder, opened together. Thread-safe; owned by whoever opened it.
public final class Checkpoint implements AutoCloseable {

  private final Path path;
  private final FileKind kind;
  private final List<TensorFile> files = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private List<TensorRef> tensors = List.of();

  private Checkpoint(Path path, FileKind kind) {
    this.path = path;
    this.kind = kind;
  }

  /// Opens a file, an index with its shards, or everything in a folder. Reads headers only.
  ///
  /// What is wrong with the contents is a finding, and so is a shard of a set that cannot be read.
  ///
  /// @param path a file, an index (`*.safetensors.index.json`) or a folder
  /// @param cancellation asked before each file
  /// @param progress reported after each file, in files
  /// @throws IOException if there is nothing at the path, or the file or index cannot be read
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Checkpoint open(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    if (Files.isDirectory(path)) {
      return openFolder(path, cancellation, progress);
    }
    if (ShardSet.isIndexName(path)) {
      return openSet(ShardSet.read(path), cancellation, progress);
    }
    Checkpoint checkpoint = new Checkpoint(path, FileKind.SAFETENSORS);
    checkpoint.files.add(TensorFile.open(path));
    return checkpoint.complete();
  }

  private static Checkpoint openFolder(Path folder, Cancellation cancellation, Progress progress)
      throws IOException {
    List<CheckpointFinder.Found> found = CheckpointFinder.find(folder, cancellation);
    if (found.size() == 1 && found.getFirst() instanceof CheckpointFinder.FoundSet(ShardSet set)) {
      return openSet(set, cancellation, progress);
    }
    Checkpoint checkpoint = new Checkpoint(folder, FileKind.DIRECTORY);
    List<Path> paths = new ArrayList<>();
    for (CheckpointFinder.Found each : found) {
      switch (each) {
        case CheckpointFinder.FoundFile(Path file) -> paths.add(file);
        case CheckpointFinder.FoundSet(ShardSet set) -> {
          paths.addAll(set.shards());
          checkpoint.findings.addAll(set.findings());
        }
        case CheckpointFinder.Unreadable(Path _, IOException cause) ->
            checkpoint.findings.add(ReadFailures.finding(cause));
      }
    }
    if (paths.isEmpty()) {
      checkpoint.findings.add(
          Finding.of(
              FindingCode.NO_SAFETENSORS,
              "There is no .safetensors file in %s.".formatted(folder)));
    }
    return checkpoint.openFiles(paths, cancellation, progress);
  }

  private static Checkpoint openSet(ShardSet set, Cancellation cancellation, Progress progress)
      throws IOException {
    Checkpoint checkpoint = new Checkpoint(set.indexPath(), FileKind.SET);
    checkpoint.findings.addAll(set.findings());
    return checkpoint.openFiles(set.shards(), cancellation, progress);
  }

  private Checkpoint openFiles(List<Path> paths, Cancellation cancellation, Progress progress)
      throws IOException {
    try {
      for (Path each : paths) {
        cancellation.check();
        open(each);
        progress.report(files.size(), paths.size());
      }
      return complete();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void open(Path file) {
    try {
      TensorFile opened = TensorFile.open(file);
      files.add(opened);
      if (kind == FileKind.SET && opened.isRefused()) {
        findings.add(shardRefused(opened));
      }
    } catch (IOException e) {
      findings.add(ReadFailures.finding(e));
    }
  }

  /// What a set has to say about a shard that is refused.
  public static Finding shardRefused(TensorFile shard) {
    return Finding.of(
        FindingCode.SHARD_REFUSED,
        "The shard %s is refused: %s."
            .formatted(
                DisplayText.of(String.valueOf(shard.path().getFileName())),
                shard.reading().loadError().map(error -> error.variant()).orElse("")));
  }

  private Checkpoint complete() {
    List<TensorRef> refs = new ArrayList<>();
    for (TensorFile file : files) {
      for (TensorInfo info : file.header().tensors()) {
        refs.add(new TensorRef(file, info));
      }
    }
    tensors = List.copyOf(refs);
    return this;
  }

  /// What was opened: the file, the index of the set, or the folder.
  public Path path() {
    return path;
  }

  /// `SAFETENSORS` for a single file (whatever it really is), `SET`, or `DIRECTORY`.
  public FileKind kind() {
    return kind;
  }

  /// The open files: shards in natural order, files of a folder in the order they were found.
  public List<TensorFile> files() {
    return List.copyOf(files);
  }

  /// The tensors of all files, file after file, each by data offsets.
  public List<TensorRef> tensors() {
    return tensors;
  }

  /// The first tensor with this name, or empty. Takes time in proportion to the number of tensors.
  public Optional<TensorRef> tensor(String name) {
    return tensors.stream().filter(tensor -> tensor.info().name().equals(name)).findFirst();
  }

  /// Everything worth telling about the set or folder as such; the files have their own.
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /// Closes all files.
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (TensorFile file : files) {
      try {
        file.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
