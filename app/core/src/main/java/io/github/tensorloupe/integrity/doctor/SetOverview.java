package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;

/// The facts that all checks of a set need, found out once.
///
/// @param tensorCounts how many tensors the index puts into each shard that it names
/// @param isComplete true if all shards that the index names are there and load
/// @param isDistributed true if several processes saved the set, each its share of the tensors
/// @param strays the files beside the shards that are named like one of them and that the index
///   does not name
record SetOverview(
    Map<String, Integer> tensorCounts,
    boolean isComplete,
    boolean isDistributed,
    List<String> strays) {

  static SetOverview of(ExaminedSet set) {
    Map<String, Integer> tensorCounts =
        set.index().<Map<String, Integer>>map(ShardIndex::tensorCounts).orElse(Map.of());
    Set<String> there = new HashSet<>();
    set.shards().forEach(shard -> there.add(shard.name()));
    return new SetOverview(
        tensorCounts,
        set.shards().stream().allMatch(Shard::isIntact) && there.containsAll(tensorCounts.keySet()),
        set.isDistributed(),
        strays(set.filesBeside(), tensorCounts.keySet()));
  }

  private static List<String> strays(List<String> filesBeside, Set<String> named) {
    Set<String> prefixes = new HashSet<>();
    named.stream()
        .filter(ShardIndex::isSafeShardName)
        .flatMap(name -> ShardName.of(name).stream())
        .forEach(name -> prefixes.add(name.prefix()));
    return filesBeside.stream()
        .filter(file -> !named.contains(file))
        .filter(file -> prefix(file).filter(prefixes::contains).isPresent())
        .toList();
  }

  private static Optional<String> prefix(String file) {
    return ShardName.of(file).map(ShardName::prefix);
  }
}
