package io.github.tensorloupe.model;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Opens the files of one checkpoint. Closing it closes them again, unless the checkpoint was made
/// and owns them.
final class CheckpointOpener implements AutoCloseable {

  private final Cancellation cancellation;
  private final Progress progress;
  private final List<TensorFile> files = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  CheckpointOpener(Cancellation cancellation, Progress progress) {
    this.cancellation = cancellation;
    this.progress = progress;
  }

  Checkpoint openFile(Path file) throws IOException {
    cancellation.check();
    files.add(TensorFile.open(file));
    progress.report(1, 1);
    return complete(file, FileKind.SAFETENSORS);
  }

  Checkpoint openSet(ShardSet set) {
    findings.addAll(set.findings());
    openAll(set.shards());
    files.stream()
        .filter(TensorFile::isRefused)
        .forEach(shard -> findings.add(Checkpoint.shardRefused(shard)));
    return complete(set.indexPath(), FileKind.SET);
  }

  Checkpoint openFolder(Path folder) {
    List<CheckpointFinder.Found> found = CheckpointFinder.find(folder, cancellation);
    if (found.size() == 1 && found.getFirst() instanceof CheckpointFinder.FoundSet(ShardSet set)) {
      return openSet(set);
    }
    if (found.isEmpty()) {
      findings.add(
          Finding.of(
              FindingCode.NO_SAFETENSORS,
              "There is no .safetensors file in %s.".formatted(PathText.of(folder))));
    }
    // Two indexes may name the same shard.
    Set<Path> paths = new LinkedHashSet<>();
    for (CheckpointFinder.Found each : found) {
      switch (each) {
        case CheckpointFinder.FoundFile(Path file) -> paths.add(file);
        case CheckpointFinder.FoundSet(ShardSet set) -> {
          paths.addAll(set.shards());
          findings.addAll(set.findings());
        }
        case CheckpointFinder.Unreadable(Path _, IOException cause) ->
            findings.add(ReadFailures.finding(cause));
      }
    }
    openAll(paths);
    return complete(folder, FileKind.DIRECTORY);
  }

  private void openAll(Collection<Path> paths) {
    int doneCount = 0;
    for (Path each : paths) {
      cancellation.check();
      try {
        files.add(TensorFile.open(each));
      } catch (IOException e) {
        findings.add(ReadFailures.finding(e));
      }
      progress.report(++doneCount, paths.size());
    }
  }

  private Checkpoint complete(Path path, FileKind kind) {
    Checkpoint checkpoint = new Checkpoint(path, kind, files, findings);
    files.clear();
    return checkpoint;
  }

  @Override
  public void close() throws IOException {
    Checkpoint.closeAll(files);
  }
}
