package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.work.Cancellation;

/// Looks for shard sets and safetensors files in a folder and the folders below it.
///
/// Links to files are followed, links to folders are not. In each folder the sets come first, those
/// with an index before those without, then the files that belong to no set, then the folders, each
/// in natural order.
public final class CheckpointFinder {

  public sealed interface Found {
    Path path();

    default List<Path> files() {
      return switch (this) {
        case FoundFile(Path file) -> List.of(file);
        case FoundSet(ShardSet set) -> set.shards();
        case Unreadable _ -> List.of();
      };
    }
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

  public static final String FILE_SUFFIX = ".safetensors";

  private final Cancellation cancellation;
  private final List<Found> found = new ArrayList<>();

  private CheckpointFinder(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /// Everything there is to open in a folder. Opens indexes, but no safetensors file.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static List<Found> find(Path folder, Cancellation cancellation) {
    CheckpointFinder finder = new CheckpointFinder(cancellation);
    finder.visit(folder);
    return List.copyOf(finder.found);
  }

  public static List<Found> findIn(Path folder, Cancellation cancellation) {
    CheckpointFinder finder = new CheckpointFinder(cancellation);
    finder.visitOnly(folder);
    return List.copyOf(finder.found);
  }

  /// The same for the files in a folder, already listed.
  ///
  /// @param files in natural order
  public static List<Found> among(List<Path> files) {
    CheckpointFinder finder = new CheckpointFinder(Cancellation.NEVER);
    finder.addFilesOf(files);
    return finder.found;
  }

  public static Found read(Path index) {
    try {
      return new FoundSet(ShardSet.read(index));
    } catch (IOException e) {
      return new Unreadable(index, e);
    }
  }

  private void visit(Path folder) {
    for (Path child : visitOnly(folder)) {
      if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
        visit(child);
      }
    }
  }

  private List<Path> visitOnly(Path folder) {
    cancellation.check();
    try {
      List<Path> children = FolderChildren.of(folder);
      addFilesOf(children);
      return children;
    } catch (IOException e) {
      found.add(new Unreadable(folder, e));
      return List.of();
    }
  }

  private void addFilesOf(List<Path> children) {
    Set<Path> shards = new HashSet<>();
    for (Path child : children) {
      // A broken link is listed here and below, so that it is told about and not passed over.
      if (ShardSet.isIndexName(child) && !Files.isDirectory(child)) {
        add(read(child), shards);
      }
    }
    List<Path> others =
        children.stream().filter(child -> isTensorFile(child) && !shards.contains(child)).toList();
    setsWithoutIndex(others, Set.copyOf(shards), Set.copyOf(children))
        .forEach(set -> add(new FoundSet(set), shards));
    others.stream()
        .filter(other -> !shards.contains(other))
        .map(FoundFile::new)
        .forEach(found::add);
  }

  private void add(Found each, Set<Path> shards) {
    shards.addAll(each.files());
    found.add(each);
  }

  static boolean isTensorFile(Path child) {
    return isNamedAsTensors(child) && !Files.isDirectory(child);
  }

  public static String stem(Path file) {
    return stem(String.valueOf(file.getFileName()));
  }

  /// Returns a name without `.safetensors` at its end.
  public static String stem(String name) {
    return isNamedAsTensors(name) ? name.substring(0, name.length() - FILE_SUFFIX.length()) : name;
  }

  public static boolean isNamedAsTensors(Path path) {
    return isNamedAsTensors(String.valueOf(path.getFileName()));
  }

  /// Returns whether a name ends in `.safetensors`, in upper or lower case.
  public static boolean isNamedAsTensors(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(FILE_SUFFIX);
  }

  /// The sets among some files of one folder whose names count them. What is named like the shards
  /// of an indexed set is left over from another version of it and makes no set, nor does what is
  /// left of a version with another number of shards.
  ///
  /// @param files that no index names, in natural order
  /// @param indexed the files that indexes name
  /// @param taken places in which no index of such a set may stand
  public static List<ShardSet> setsWithoutIndex(
      List<Path> files, Set<Path> indexed, Set<Path> taken) {
    Set<Family> known =
        ShardName.numbers(indexed.stream().map(CheckpointFinder::nameOf).toList()).keySet();
    Map<Family, List<Path>> families = new LinkedHashMap<>();
    for (Path file : files) {
      ShardName.of(nameOf(file))
          .filter(ShardName::isOfSet)
          .map(ShardName::family)
          .filter(family -> !known.contains(family))
          .ifPresent(family -> families.computeIfAbsent(family, _ -> new ArrayList<>()).add(file));
    }
    List<ShardSet> sets = new ArrayList<>();
    Set<Path> places = new HashSet<>(taken);
    families.forEach(
        (family, members) -> {
          if (members.size() >= family.total()
              || known.stream().noneMatch(family::differsInTotal)) {
            Path index = members.getFirst().resolveSibling(family.indexName());
            if (!places.add(index)) {
              String name = family.baseName() + "-of-" + family.totalText();
              index = index.resolveSibling(name + ShardSet.INDEX_SUFFIX);
              places.add(index);
            }
            sets.add(ShardSet.withoutIndex(family, index, members));
          }
        });
    return sets;
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString();
  }
}
