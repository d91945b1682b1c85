package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.ShardSet;

/// The paths of the indexes of the sets in a folder, and the right paths for sets without.
public final class IndexPlaces {

  private IndexPlaces() {}

  /// The indexes in a folder, and for numbered shards that belong to none of them the place where
  /// their index belongs; folders below are not looked into.
  ///
  /// @throws IOException if the folder or one of its indexes cannot be read
  public static List<Path> in(Path folder) throws IOException {
    List<Path> places = new ArrayList<>(indexes(folder));
    Set<String> taken = new HashSet<>();
    for (Path index : places) {
      IndexName.prefixOf(index).ifPresent(taken::add);
      ShardSet.read(index).index().map(ShardIndex::shardNames).stream()
          .flatMap(names -> names.stream())
          .flatMap(name -> ShardName.of(name).stream())
          .forEach(name -> taken.add(name.prefix()));
    }
    Set<String> free = new LinkedHashSet<>();
    FolderFiles.in(folder).stream()
        .flatMap(name -> ShardName.of(name).stream())
        .map(ShardName::prefix)
        .filter(prefix -> !taken.contains(prefix))
        .forEach(free::add);
    free.forEach(prefix -> places.add(folder.resolve(IndexName.of(prefix))));
    return places;
  }

  /// The index that a part of a checkpoint has or could have: the path itself where it is named
  /// like an index, and beside a numbered shard the place where its index belongs. Looks at no
  /// file.
  ///
  /// @param part an index or a safetensors file
  public static Optional<Path> of(Path part) {
    String name = String.valueOf(part.getFileName());
    return IndexName.isIndexName(name)
        ? Optional.of(part)
        : ShardName.of(name).map(shard -> part.resolveSibling(IndexName.of(shard.prefix())));
  }

  private static List<Path> indexes(Path folder) throws IOException {
    List<Path> indexes = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (IndexName.isIndexName(file.getFileName().toString()) && !Files.isDirectory(file)) {
          indexes.add(file);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    indexes.sort(null);
    return indexes;
  }
}
