package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// A set of shards with its index, and what all checks of it need, found out once.
///
/// @param index what the index says; empty where there is none
/// @param shards those that are there, each name once, in natural order
/// @param tensorCounts how many tensors the index puts into each shard that it names
/// @param counts how many shards there are by the names in the index
/// @param strays the names of the files beside the shards that are named like one of them and that
///   the index does not name
/// @param readStrays those of them that could be read and load, but for those that are numbered as
///   shards of another save
record ExaminedSet(
    Optional<ShardIndex> index,
    List<Shard> shards,
    Map<String, Integer> tensorCounts,
    Set<Integer> counts,
    List<String> strays,
    List<Shard> readStrays) {

  /// Looks at the names of the files beside the index, and reads the headers of the strays: what
  /// the index gets wrong is often in them.
  ///
  /// @param path where the index is or would be
  /// @param cancellation asked before each file
  static ExaminedSet of(
      Optional<ShardIndex> index, List<Shard> shards, Path path, Cancellation cancellation) {
    Map<String, Integer> tensorCounts =
        index.<Map<String, Integer>>map(ShardIndex::tensorCounts).orElse(Map.of());
    Set<Family> named =
        ShardName.numbers(
                tensorCounts.keySet().stream().filter(ShardIndex::isSafeShardName).toList())
            .keySet();
    Set<String> baseNames = named.stream().map(Family::baseName).collect(Collectors.toSet());
    Set<Integer> counts = named.stream().map(Family::total).collect(Collectors.toSet());
    List<String> strays = new ArrayList<>();
    List<Shard> readStrays = new ArrayList<>();
    for (String file : baseNames.isEmpty() ? List.<String>of() : filesBeside(path)) {
      Optional<Family> family =
          ShardName.familyOf(file).filter(own -> baseNames.contains(own.baseName()));
      if (family.isPresent() && !tensorCounts.containsKey(file)) {
        cancellation.check();
        strays.add(file);
        if (counts.contains(family.get().total())) {
          read(path.resolveSibling(file)).filter(Shard::isIntact).ifPresent(readStrays::add);
        }
      }
    }
    return new ExaminedSet(index, List.copyOf(shards), tensorCounts, counts, strays, readStrays);
  }

  private static List<String> filesBeside(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    try {
      return folder == null ? List.of() : CheckpointFinder.fileNames(folder);
    } catch (IOException e) {
      // A folder that keeps its names to itself shows no file that the index does not name.
      return List.of();
    }
  }

  private static Optional<Shard> read(Path path) {
    try (TensorFile file = TensorFile.open(path)) {
      return Optional.of(Shard.of(file));
    } catch (IOException e) {
      // That the index does not name it is told in any case.
      return Optional.empty();
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
