package io.github.tensorloupe.desktop.pane.address;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;

/// A checkpoint of a repository that can be opened.
///
/// @param path the path of its index, its file, or the folder of its shards
/// @param name the name of its index or file in the repository, or a pattern of its shards
/// @param byteLength the total length of its files, if known
record OfferedCheckpoint(Path path, String name, int fileCount, long byteLength) {

  /// Returns the checkpoints of a repository. Reads the beginning of a single file, and returns no
  /// checkpoint for it.
  static List<OfferedCheckpoint> at(Path path, RemoteFileSystem system) throws IOException {
    if (system.isRepository()) {
      return in(path);
    }
    if (!Files.isDirectory(path)) {
      system.open(path).close();
    }
    return List.of();
  }

  /// Returns the checkpoints of a repository. Reads indexes.
  ///
  /// @throws IOException if the server cannot be read
  static List<OfferedCheckpoint> in(Path repository) throws IOException {
    List<OfferedCheckpoint> offered = new ArrayList<>();
    for (Found each : CheckpointFinder.find(repository, Cancellation.ofThread())) {
      switch (each) {
        case FoundFile(Path file) -> offered.add(of(repository, file, file, List.of(file)));
        case FoundSet(ShardSet set) -> {
          Path folder = set.indexPath().getParent();
          Path path = set.hasIndex() ? set.indexPath() : folder;
          offered.add(of(repository, path, folder.resolve(set.name()), set.shards()));
        }
        case Unreadable(Path path, IOException cause) -> {
          // The shards of an unreadable index are listed without it.
          if (path.equals(repository)) {
            throw cause;
          }
        }
      }
    }
    return offered;
  }

  private static OfferedCheckpoint of(Path repository, Path path, Path named, List<Path> files)
      throws IOException {
    long byteCount = 0;
    for (Path file : files) {
      byteCount += Files.size(file);
    }
    String name = repository.relativize(named).toString();
    return new OfferedCheckpoint(path, name, files.size(), byteCount);
  }
}
