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
    shards = List.copyOf(shards);
    filesBeside = List.copyOf(filesBeside);
    strays = List.copyOf(strays);
  }

  /// A set whose strays, if it has any, are not read.
  public ExaminedSet(Optional<ShardIndex> index, List<Shard> shards, List<String> filesBeside) {
    this(index, shards, filesBeside, List.of());
  }

  /// The same set with the headers of its strays, which are read now: what the index gets wrong is
  /// often in them. Left out is what cannot be read, what is refused, and what is numbered as a
  /// shard of another save. Little work where there are no strays.
  ///
  /// @param indexPath where the index of the set is; the strays are beside it
  /// @param cancellation asked before each file
  /// @throws java.util.concurrent.CancellationException if cancelled
  public ExaminedSet withStraysRead(Path indexPath, Cancellation cancellation) {
    SetOverview overview = SetOverview.of(this);
    Set<Integer> counts = overview.shardCounts();
    List<Shard> read = new ArrayList<>();
    for (String name : overview.strays()) {
      cancellation.check();
      if (ShardName.of(name).filter(stray -> counts.contains(stray.count())).isPresent()) {
        try (TensorFile stray = TensorFile.open(indexPath.resolveSibling(name))) {
          Stream.of(Shard.of(stray)).filter(Shard::isIntact).forEach(read::add);
        } catch (IOException e) {
          // That the index does not name it is told in any case.
        }
      }
    }
    return new ExaminedSet(index, shards, filesBeside, read);
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
      Set<String> prefixes =
          named.stream()
              .filter(ShardIndex::isSafeShardName)
              .flatMap(name -> ShardName.of(name).stream())
              .map(ShardName::prefix)
              .collect(Collectors.toSet());
      return filesBeside.stream()
          .filter(file -> !named.contains(file))
          .filter(
              file ->
                  ShardName.of(file).map(ShardName::prefix).filter(prefixes::contains).isPresent())
          .toList();
    }

    /// How many shards there are by the names in the index.
    Set<Integer> shardCounts() {
      return tensorCounts.keySet().stream()
          .flatMap(name -> ShardName.of(name).stream())
          .map(ShardName::count)
          .collect(Collectors.toSet());
    }
  }
}
