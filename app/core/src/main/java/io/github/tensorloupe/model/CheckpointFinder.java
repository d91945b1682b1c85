package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.ShardFamily.Numbered;
import io.github.tensorloupe.work.Cancellation;

/// Looks for shard sets and safetensors files in a folder and the folders below it.
///
/// Links to files are followed, links to folders are not. In each folder the sets come first, those
/// with an index before those without, then the files that belong to no set, then the folders, each
/// in natural order.
public final class CheckpointFinder {

  /// Something found in a folder.
  public sealed interface Found {
    Path path();
  }

  /// A set of shards; the path is that of its index, also where there is none.
  public record FoundSet(ShardSet set) implements Found {
    @Override
    public Path path() {
      return set.indexPath();
    }
  }

  /// A safetensors file that no index in its folder names and that is not named like a shard.
  public record FoundFile(Path path) implements Found {}

  /// A folder or an index that could not be read.
  public record Unreadable(Path path, IOException cause) implements Found {}

  static final String FILE_SUFFIX = ".safetensors";

  private final Cancellation cancellation;
  private final List<Found> found = new ArrayList<>();

  private CheckpointFinder(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /// Everything there is to open in a folder. Opens indexes, but no safetensors file.
  ///
  /// @param folder an existing folder
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static List<Found> find(Path folder, Cancellation cancellation) {
    CheckpointFinder finder = new CheckpointFinder(cancellation);
    finder.visit(folder);
    return List.copyOf(finder.found);
  }

  private void visit(Path folder) {
    cancellation.check();
    List<Path> children;
    try {
      children = FolderChildren.of(folder);
    } catch (IOException e) {
      found.add(new Unreadable(folder, e));
      return;
    }
    addFilesOf(children);
    for (Path child : children) {
      if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
        visit(child);
      }
    }
  }

  private void addFilesOf(List<Path> children) {
    Set<Path> shards = new HashSet<>();
    for (Path child : children) {
      // A broken link is listed here and below, so that it is told about and not passed over.
      if (ShardSet.isIndexName(child) && !Files.isDirectory(child)) {
        addSet(child, shards);
      }
    }
    List<Path> others =
        children.stream().filter(child -> isTensorFile(child) && !shards.contains(child)).toList();
    unindexedSets(others, shards, new HashSet<>(children))
        .forEach(
            set -> {
              shards.addAll(set.shards());
              found.add(new FoundSet(set));
            });
    for (Path other : others) {
      if (!shards.contains(other)) {
        found.add(new FoundFile(other));
      }
    }
  }

  private void addSet(Path index, Set<Path> shards) {
    try {
      ShardSet set = ShardSet.read(index);
      shards.addAll(set.shards());
      found.add(new FoundSet(set));
    } catch (IOException e) {
      found.add(new Unreadable(index, e));
    }
  }

  static boolean isTensorFile(Path child) {
    return child.getFileName().toString().endsWith(FILE_SUFFIX) && !Files.isDirectory(child);
  }

  /// The sets among some files of one folder whose names count them. What is named like the shards
  /// of an indexed set is left over from another version of it and makes no set, nor does what is
  /// left of a version with another number of shards.
  ///
  /// @param files that no index names, in natural order
  /// @param indexed the files that indexes name
  /// @param present everything in the folder
  private static List<ShardSet> unindexedSets(
      List<Path> files, Collection<Path> indexed, Set<Path> present) {
    Set<ShardFamily> known =
        indexed.stream()
            .flatMap(shard -> familyOf(shard).stream())
            .collect(Collectors.toCollection(HashSet::new));
    Map<ShardFamily, List<Path>> families = new LinkedHashMap<>();
    for (Path file : files) {
      familyOf(file)
          .filter(family -> countsSeveral(family) && !known.contains(family))
          .ifPresent(family -> families.computeIfAbsent(family, _ -> new ArrayList<>()).add(file));
    }
    Set<Path> taken = new HashSet<>(present);
    List<ShardSet> sets = new ArrayList<>();
    families
        .entrySet()
        .removeIf(
            entry ->
                entry.getValue().size() < entry.getKey().total()
                    && known.stream().anyMatch(entry.getKey()::differsInTotal));
    families.forEach((family, shards) -> sets.add(setOf(family, shards, taken)));
    return sets;
  }

  /// One of one is a file like any other, unless each process has one.
  private static boolean countsSeveral(ShardFamily family) {
    return family.total() > 1 || family.byProcess();
  }

  private static ShardSet setOf(ShardFamily family, List<Path> shards, Set<Path> taken) {
    Path index = shards.getFirst().resolveSibling(family.indexName());
    if (!taken.add(index)) {
      index =
          shards
              .getFirst()
              .resolveSibling(
                  family.baseName() + "-of-" + family.totalText() + ShardSet.INDEX_SUFFIX);
      taken.add(index);
    }
    return ShardSet.withoutIndex(family, index, shards);
  }

  private static Optional<ShardFamily> familyOf(Path file) {
    return ShardFamily.of(file.getFileName().toString()).map(Numbered::family);
  }
}
