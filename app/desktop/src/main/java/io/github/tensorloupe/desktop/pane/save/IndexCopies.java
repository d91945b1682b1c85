package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.work.Cancellation;

/// Copies the indexes of sets whose shards have been copied. Blocks the calling thread.
public final class IndexCopies {

  private IndexCopies() {}

  /// Copies the indexes of a checkpoint unchanged. Skips an index if an identical copy already
  /// exists.
  ///
  /// @param from the folder that contains the checkpoint
  /// @param to the folder that contains copies of its files in the same structure
  /// @throws IOException if an index cannot be copied, or a different file with its name exists
  public static List<Path> copy(
      Checkpoint checkpoint, Path from, Path to, Cancellation cancellation) throws IOException {
    List<Path> copies = new ArrayList<>();
    for (Path index : indexesOf(checkpoint, cancellation)) {
      cancellation.check();
      Path copy = placeOf(index, from, to);
      if (!Files.exists(copy) || Files.mismatch(index, copy) >= 0) {
        Files.copy(index, copy);
      }
      copies.add(copy);
    }
    return List.copyOf(copies);
  }

  private static List<Path> indexesOf(Checkpoint checkpoint, Cancellation cancellation) {
    if (checkpoint.kind() == FileKind.SET && !Files.isDirectory(checkpoint.path())) {
      return List.of(checkpoint.path());
    }
    return CheckpointFinder.find(checkpoint.path(), cancellation).stream()
        .filter(found -> found instanceof CheckpointFinder.FoundSet(var set) && set.hasIndex())
        .map(CheckpointFinder.Found::path)
        .toList();
  }

  /// Returns the path of the copy of a file.
  public static Path placeOf(Path file, Path from, Path to) {
    Path folder = from.toAbsolutePath().normalize();
    return to.resolve(folder.relativize(file.toAbsolutePath().normalize()));
  }
}
