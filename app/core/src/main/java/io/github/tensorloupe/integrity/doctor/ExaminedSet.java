package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// A set of shards with its index, and derived facts for several checks.
///
/// @param index the index; empty if it is unusable or does not exist
/// @param shards the existing shards, each name once, in natural order
/// @param tensorCounts the number of tensors by shard name according to the index
/// @param shardTotals the shard totals that occur in the shard names of the index, such as 3 in
///   `model-00001-of-00003.safetensors`
/// @param strays the names of stray shards: files in the folder whose names have the base name of
///   indexed shards, but that are not in the index
/// @param readStrays the intact strays whose total is one of `shardTotals`
record ExaminedSet(
    Optional<ShardIndex> index,
    List<Shard> shards,
    Map<String, Integer> tensorCounts,
    Set<Integer> shardTotals,
    List<String> strays,
    List<Shard> readStrays) {

  /// Lists the folder of the index and reads the headers of strays, which often contain missing
  /// tensors.
  ///
  /// @param path the path of the index, which need not exist
  /// @param cancellation checked before each file
  static ExaminedSet of(
      Optional<ShardIndex> index, List<Shard> shards, Path path, Cancellation cancellation) {
    Map<String, Integer> tensorCounts =
        index.<Map<String, Integer>>map(ShardIndex::tensorCounts).orElse(Map.of());
    Set<Family> named = new LinkedHashSet<>();
    for (String name : tensorCounts.keySet()) {
      ShardName.familyOf(name).filter(_ -> ShardIndex.isSafeShardName(name)).ifPresent(named::add);
    }
    Set<String> baseNames = named.stream().map(Family::baseName).collect(Collectors.toSet());
    Set<Integer> counts = named.stream().map(Family::total).collect(Collectors.toSet());
    List<String> strays = new ArrayList<>();
    List<Shard> readStrays = new ArrayList<>();
    for (String file : baseNames.isEmpty() ? List.<String>of() : fileNames(path)) {
      Optional<Family> family =
          ShardName.familyOf(file).filter(own -> baseNames.contains(own.baseName()));
      if (family.isEmpty() || tensorCounts.containsKey(file)) {
        continue;
      }
      cancellation.check();
      strays.add(file);
      if (counts.contains(family.get().total())) {
        try (TensorFile read = TensorFile.open(path.resolveSibling(file))) {
          readStrays.addAll(read.isRefused() ? List.of() : List.of(Shard.of(read)));
        } catch (IOException e) {
          // The stray is still reported, by its name.
        }
      }
    }
    return new ExaminedSet(index, List.copyOf(shards), tensorCounts, counts, strays, readStrays);
  }

  private static List<String> fileNames(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    try {
      return folder == null ? List.of() : CheckpointFinder.fileNames(folder);
    } catch (IOException e) {
      // Strays cannot be found if the folder cannot be listed.
      return List.of();
    }
  }

  boolean isComplete() {
    Set<String> there = shards.stream().map(Shard::name).collect(Collectors.toSet());
    return shards.stream().allMatch(Shard::isIntact) && there.containsAll(tensorCounts.keySet());
  }

  boolean isDistributed() {
    return shards.stream().anyMatch(Shard::isDistributed);
  }
}
