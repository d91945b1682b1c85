package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Reads the headers of files that are named like shards of a set and that its index does not name:
/// what the index gets wrong is often in them.
final class StrayShards {

  private StrayShards() {}

  /// The strays of a set. Left out is what cannot be read, what is refused, and what is numbered as
  /// a shard of another save.
  ///
  /// @param index where the index of the set is; the strays are beside it
  /// @param cancellation asked before each file
  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<Shard> read(ExaminedSet set, Path index, Cancellation cancellation) {
    SetOverview overview = SetOverview.of(set);
    Set<Integer> counts =
        overview.tensorCounts().keySet().stream()
            .flatMap(name -> countIn(name).stream())
            .collect(Collectors.toSet());
    List<Shard> strays = new ArrayList<>();
    for (String name : overview.strays()) {
      cancellation.check();
      if (countIn(name).filter(counts::contains).isPresent()) {
        read(index.resolveSibling(name)).filter(Shard::isIntact).ifPresent(strays::add);
      }
    }
    return strays;
  }

  private static Optional<Integer> countIn(String name) {
    return ShardName.of(name).map(ShardName::count);
  }

  private static Optional<Shard> read(Path file) {
    try (TensorFile stray = TensorFile.open(file)) {
      return Optional.of(Shard.of(stray));
    } catch (IOException e) {
      // That the index does not name it is told in any case.
      return Optional.empty();
    }
  }
}
