package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.work.Cancellation;

/// Copies the indexes of sets whose shards have been copied. Blocks the calling thread.
public final class IndexCopies {

  private IndexCopies() {}

  /// Copies the indexes of a checkpoint, as they are. One that is there already with the same
  /// contents is left.
  ///
  /// @param from the folder that the checkpoint is in
  /// @param to the folder that holds copies of its files in the same arrangement
  /// @throws IOException if one cannot be copied, or another file has its name
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

  /// The place of the copy of a file.
  public static Path placeOf(Path file, Path from, Path to) {
    Path folder = from.toAbsolutePath().normalize();
    return to.resolve(folder.relativize(file.toAbsolutePath().normalize()));
  }
}
