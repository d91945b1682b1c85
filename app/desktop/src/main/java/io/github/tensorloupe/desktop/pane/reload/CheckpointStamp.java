package io.github.tensorloupe.desktop.pane.reload;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;

/// The file attributes of a checkpoint, to detect changes by other programs. Immutable. Opens no
/// files.
///
/// @param files stamps by path; empty for missing files
/// @param folders the names of the files that may belong to the checkpoint, by folder
record CheckpointStamp(
    FileKind kind, Map<Path, Optional<FileStamp>> files, Map<Path, Set<String>> folders) {

  /// A change of a checkpoint.
  ///
  /// @param kind the most severe change of a file
  /// @param path the changed or added file
  record Change(Kind kind, Path path, int fileCount) {}

  /// The kind of change of a file, from most to least severe.
  enum Kind {
    DELETED,
    SHRUNK,
    /// Another file has the path.
    REPLACED,
    GROWN,
    /// The length is unchanged.
    CHANGED,
    ADDED
  }

  /// Returns the stamps of the files as they were opened, and of the index and the folders as they
  /// are now. Blocks.
  static CheckpointStamp asOpened(Checkpoint checkpoint) {
    return of(checkpoint, file -> Optional.of(file.bytes().stamp()));
  }

  /// Returns the current stamps. Blocks.
  static CheckpointStamp current(Checkpoint checkpoint) {
    return of(checkpoint, file -> FileStamp.of(file.path()));
  }

  private static CheckpointStamp of(
      Checkpoint checkpoint, Function<TensorFile, Optional<FileStamp>> stampOf) {
    Map<Path, Optional<FileStamp>> files = new LinkedHashMap<>();
    Set<Path> folders = new LinkedHashSet<>();
    for (TensorFile file : checkpoint.files()) {
      files.put(file.path(), stampOf.apply(file));
      folders.add(folderOf(file.path()));
    }
    for (CheckpointPart part : checkpoint.parts()) {
      files.computeIfAbsent(part.path(), FileStamp::of);
    }
    if (checkpoint.kind() == FileKind.SAFETENSORS) {
      // New files next to a single file do not belong to it.
      folders.clear();
    } else {
      Path path = checkpoint.path();
      folders.add(Files.isDirectory(path) ? path : folderOf(path));
    }
    Map<Path, Set<String>> names = new LinkedHashMap<>();
    folders.forEach(folder -> names.put(folder, namesIn(folder, checkpoint.kind())));
    return new CheckpointStamp(checkpoint.kind(), files, names);
  }

  /// Returns the change of the checkpoint since this stamp, or empty. Accesses each file and folder
  /// once.
  Optional<Change> change() {
    Optional<Change> worst = Optional.empty();
    int count = 0;
    for (Map.Entry<Path, Optional<FileStamp>> file : files.entrySet()) {
      Optional<FileStamp> now = FileStamp.of(file.getKey());
      if (!now.equals(file.getValue())) {
        count++;
        Kind kind = kind(file.getValue(), now);
        if (worst.isEmpty() || kind.compareTo(worst.get().kind()) < 0) {
          worst = Optional.of(new Change(kind, file.getKey(), 1));
        }
      }
    }
    int changedCount = count;
    return worst
        .map(change -> new Change(change.kind(), change.path(), changedCount))
        .or(this::added);
  }

  private static Kind kind(Optional<FileStamp> before, Optional<FileStamp> now) {
    if (now.isEmpty()) {
      return Kind.DELETED;
    }
    if (before.isEmpty()) {
      return Kind.ADDED;
    }
    if (!now.get().fileKey().equals(before.get().fileKey())) {
      return Kind.REPLACED;
    }
    return switch (Long.compare(now.get().byteLength(), before.get().byteLength())) {
      case 0 -> Kind.CHANGED;
      case -1 -> Kind.SHRUNK;
      default -> Kind.GROWN;
    };
  }

  private Optional<Change> added() {
    for (Map.Entry<Path, Set<String>> folder : folders.entrySet()) {
      SortedSet<String> added = namesIn(folder.getKey(), kind);
      added.removeAll(folder.getValue());
      if (!added.isEmpty()) {
        Path first = folder.getKey().resolve(added.getFirst());
        return Optional.of(new Change(Kind.ADDED, first, added.size()));
      }
    }
    return Optional.empty();
  }

  private static boolean isPartOfSet(Path file) {
    return ShardSet.isIndexName(file) || ShardName.of(file.getFileName().toString()).isPresent();
  }

  private static Path folderOf(Path file) {
    return file.toAbsolutePath().getParent();
  }

  /// Returns the names of the files that may belong to a checkpoint.
  private static SortedSet<String> namesIn(Path folder, FileKind kind) {
    SortedSet<String> names = new TreeSet<>();
    Predicate<Path> mayBelong =
        kind == FileKind.DIRECTORY
            ? CheckpointFinder::hasCheckpointName
            : CheckpointStamp::isPartOfSet;
    try {
      for (Path child : CheckpointFinder.children(folder)) {
        if (mayBelong.test(child)) {
          names.add(child.getFileName().toString());
        }
      }
    } catch (IOException e) {
      // The files of a deleted folder are reported as deleted.
    }
    return names;
  }
}
