package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// A set of shards with its index, as the doctor sees it. Immutable.
///
/// @param index what the index says; empty where there is none
/// @param shards those that are there, each name once, in natural order
/// @param filesBeside the names of all safetensors files in the same folder, shards or not
/// @param strays those of them that are named like shards and that the index does not name, as far
///   as they were read
public record ExaminedSet(
    Optional<ShardIndex> index, List<Shard> shards, List<String> filesBeside, List<Shard> strays) {

  private static final List<String> DISTRIBUTED_KEYS =
      List.of(ShardMetadataCheck.SHARDING_INFO_KEY, ShardMetadataCheck.DISTRIBUTED_VERSION_KEY);

  public ExaminedSet {
    Objects.requireNonNull(index);
    shards = List.copyOf(shards);
    filesBeside = List.copyOf(filesBeside);
    strays = List.copyOf(strays);
  }

  /// A set whose strays, if it has any, are not read.
  public ExaminedSet(Optional<ShardIndex> index, List<Shard> shards, List<String> filesBeside) {
    this(index, shards, filesBeside, List.of());
  }

  /// The same set with the headers of its strays, which are read now; little work where there are
  /// none.
  ///
  /// @param indexPath where the index of the set is; the strays are beside it
  /// @param cancellation asked before each file
  /// @throws java.util.concurrent.CancellationException if cancelled
  public ExaminedSet withStraysRead(Path indexPath, Cancellation cancellation) {
    return new ExaminedSet(
        index, shards, filesBeside, StrayShards.read(this, indexPath, cancellation));
  }

  /// The set that a part of a checkpoint is; empty where it is a lone file, or where its index is
  /// unusable.
  ///
  /// @param filesBeside the names of all safetensors files in the same folder
  public static Optional<ExaminedSet> of(CheckpointPart part, List<String> filesBeside) {
    if (part.index().isEmpty() && part.files().size() < 2) {
      return Optional.empty();
    }
    List<Shard> shards = part.files().stream().map(Shard::of).toList();
    return Optional.of(new ExaminedSet(part.index(), shards, filesBeside));
  }

  /// True if several processes saved the set with PyTorch's distributed checkpoints, each its share
  /// of the tensors.
  public boolean isDistributed() {
    return shards.stream().anyMatch(ExaminedSet::isDistributed);
  }

  private static boolean isDistributed(Shard shard) {
    return ShardName.of(shard.name()).filter(name -> name.process().isPresent()).isPresent()
        || shard.header().flatMap(header -> header.metadata()).stream()
            .map(Metadata::entries)
            .anyMatch(entries -> DISTRIBUTED_KEYS.stream().anyMatch(entries::containsKey));
  }

  /// Reads the headers of files that are named like shards of a set and that its index does not
  /// name: what the index gets wrong is often in them.
  private static final class StrayShards {

    private StrayShards() {}

    /// The strays of a set. Left out is what cannot be read, what is refused, and what is numbered
    /// as a shard of another save.
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
          set.shards().stream().allMatch(Shard::isIntact)
              && there.containsAll(tensorCounts.keySet()),
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
}
