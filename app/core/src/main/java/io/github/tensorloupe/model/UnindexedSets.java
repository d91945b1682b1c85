package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.ShardFamily.Numbered;

/// Puts files together whose names count them as the shards of a set and that no index names.
final class UnindexedSets {

  private UnindexedSets() {}

  /// The sets among some files of one folder. What is named like the shards of an indexed set is
  /// left over from another version of it and makes no set, nor does what is left of a version with
  /// another number of shards.
  ///
  /// @param files that no index names, in natural order
  /// @param indexed the files that indexes name
  /// @param present everything in the folder
  static List<ShardSet> of(List<Path> files, Collection<Path> indexed, Set<Path> present) {
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
