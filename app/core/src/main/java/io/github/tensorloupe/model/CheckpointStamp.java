package io.github.tensorloupe.model;

import module java.base;

/// The state of the files of a checkpoint when it was opened, so that it can be told whether
/// another program has changed them since. Immutable. Nothing is opened to find out.
///
/// @param files empty where there was none at the path
/// @param folders the names of the files in them that may belong to a checkpoint
public record CheckpointStamp(
    Map<Path, Optional<FileStamp>> files, Map<Path, Set<String>> folders) {

  /// A change of a checkpoint.
  ///
  /// @param kind the worst of it
  /// @param path the file that it has happened to, or the one that came
  public record Change(Kind kind, Path path, int fileCount) {}

  /// The kind of change of a file, the worst first.
  public enum Kind {
    DELETED,
    SHRUNK,
    /// Another file is at the path.
    REPLACED,
    GROWN,
    /// There are as many bytes, written at another time.
    CHANGED,
    ADDED
  }

  /// The stamp of an open checkpoint: of its files as they were opened, of its index and its
  /// folders as they are now. Blocks the calling thread for as long as listing the folders takes.
  public static CheckpointStamp asOpened(Checkpoint checkpoint) {
    return of(checkpoint, file -> Optional.of(file.bytes().stamp()));
  }

  /// The stamp of a checkpoint with its files as they are now, whatever has become of them. Blocks
  /// as [#asOpened] does.
  public static CheckpointStamp asItIs(Checkpoint checkpoint) {
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
      // What else comes into the folder of a lone file is no business of its own.
      folders.clear();
    } else {
      Path path = checkpoint.path();
      folders.add(Files.isDirectory(path) ? path : folderOf(path));
    }
    Map<Path, Set<String>> names = new LinkedHashMap<>();
    folders.forEach(folder -> names.put(folder, namesIn(folder)));
    return new CheckpointStamp(files, names);
  }

  /// The change of the checkpoint since; empty where there is none. Asks the file system once for
  /// each file and each folder.
  public Optional<Change> change() {
    List<Change> changes = new ArrayList<>();
    files.forEach(
        (path, before) -> {
          Optional<FileStamp> now = FileStamp.of(path);
          if (!now.equals(before)) {
            changes.add(new Change(kind(before, now), path, 1));
          }
        });
    return changes.stream()
        .min(Comparator.comparing(Change::kind))
        .map(worst -> new Change(worst.kind(), worst.path(), changes.size()))
        .or(this::added);
  }

  private static Kind kind(Optional<FileStamp> before, Optional<FileStamp> now) {
    if (now.isEmpty()) {
      return Kind.DELETED;
    }
    if (before.isEmpty()) {
      return Kind.ADDED;
    }
    if (!now.get().isOfSameFile(before.get())) {
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
      SortedSet<String> more = namesIn(folder.getKey());
      more.removeAll(folder.getValue());
      if (!more.isEmpty()) {
        Path first = folder.getKey().resolve(more.getFirst());
        return Optional.of(new Change(Kind.ADDED, first, more.size()));
      }
    }
    return Optional.empty();
  }

  private static Path folderOf(Path file) {
    return file.toAbsolutePath().getParent();
  }

  private static SortedSet<String> namesIn(Path folder) {
    SortedSet<String> names = new TreeSet<>();
    try {
      for (Path child : FolderChildren.of(folder)) {
        if (CheckpointFinder.isNamedAsTensors(child) || ShardSet.isIndexName(child)) {
          names.add(child.getFileName().toString());
        }
      }
    } catch (IOException e) {
      // A deleted folder is reported by the files that were in it.
    }
    return names;
  }
}
