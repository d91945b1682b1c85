package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FolderChildren;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardSet;

/// The paths of the indexes of the sets in a folder, and the right paths for sets without.
public final class IndexPlaces {

  private IndexPlaces() {}

  /// The indexes in a folder, and for numbered shards that belong to none of them the place where
  /// their index belongs; folders below are not looked into.
  ///
  /// @throws IOException if the folder or one of its indexes cannot be read
  public static List<Path> in(Path folder) throws IOException {
    List<Path> places =
        new ArrayList<>(files(folder).filter(ShardSet::isIndexName).sorted().toList());
    Set<String> taken = new HashSet<>();
    for (Path index : places) {
      taken.add(ShardSet.baseName(index));
      ShardSet.read(index).index().map(ShardIndex::shardNames).stream()
          .flatMap(names -> ShardName.numbers(names).keySet().stream())
          .forEach(family -> taken.add(family.baseName()));
    }
    ShardName.numbers(tensorFiles(folder)).keySet().stream()
        .filter(family -> taken.add(family.baseName()))
        .forEach(family -> places.add(folder.resolve(family.indexName())));
    return places;
  }

  /// The names of the safetensors files in a folder, in natural order.
  ///
  /// @throws IOException if the folder cannot be listed
  static List<String> tensorFiles(Path folder) throws IOException {
    return files(folder)
        .filter(CheckpointFinder::isNamedAsTensors)
        .map(file -> file.getFileName().toString())
        .toList();
  }

  private static Stream<Path> files(Path folder) throws IOException {
    return FolderChildren.of(folder).stream().filter(file -> !Files.isDirectory(file));
  }

  /// The index that a part of a checkpoint has or could have: the path itself where it is named
  /// like an index, and beside a numbered shard the place where its index belongs. Looks at no
  /// file.
  ///
  /// @param part an index or a safetensors file
  public static Optional<Path> of(Path part) {
    return ShardSet.isIndexName(part)
        ? Optional.of(part)
        : ShardName.of(String.valueOf(part.getFileName()))
            .map(shard -> part.resolveSibling(shard.family().indexName()));
  }
}
