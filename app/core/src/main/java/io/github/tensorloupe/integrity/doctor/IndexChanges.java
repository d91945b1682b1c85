package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;

/// The differences between a correct index and the old one.
///
/// @param added how many tensors it names in addition
/// @param removed how many it names no more
/// @param moved how many it puts into another shard
/// @param examples the first of them, each with what happens to it, for a person
/// @param totalSizeBefore the old `total_size` in bytes; empty where there is none
/// @param totalSize the new one
public record IndexChanges(
    long added,
    long removed,
    long moved,
    List<Example> examples,
    OptionalLong totalSizeBefore,
    long totalSize) {

  /// The number of examples of each kind.
  private static final int EXAMPLES = 5;

  /// The change of a tensor's entry.
  public enum Kind {
    ADDED,
    REMOVED,
    MOVED
  }

  /// A tensor and what happens to it.
  ///
  /// @param shard the shard that the new index names; of a removed tensor, the one the old one
  ///   names
  public record Example(Kind kind, String tensor, String shard) {}

  public IndexChanges {
    examples = List.copyOf(examples);
  }

  /// Compares two indexes.
  static IndexChanges of(Optional<ShardIndex> before, Map<String, String> after, long totalSize) {
    long[] counts = new long[Kind.values().length];
    List<Example> examples = new ArrayList<>();
    Map<String, String> old =
        before.<Map<String, String>>map(ShardIndex::weightMap).orElse(Map.of());
    after.forEach(
        (tensor, shard) -> {
          String shardBefore = old.get(tensor);
          if (shardBefore == null) {
            count(new Example(Kind.ADDED, tensor, shard), counts, examples);
          } else if (!shardBefore.equals(shard)) {
            count(new Example(Kind.MOVED, tensor, shard), counts, examples);
          }
        });
    old.forEach(
        (tensor, shard) -> {
          if (!after.containsKey(tensor)) {
            count(new Example(Kind.REMOVED, tensor, shard), counts, examples);
          }
        });
    return new IndexChanges(
        counts[Kind.ADDED.ordinal()],
        counts[Kind.REMOVED.ordinal()],
        counts[Kind.MOVED.ordinal()],
        examples,
        before.map(ShardIndex::totalSize).orElse(OptionalLong.empty()),
        totalSize);
  }

  private static void count(Example example, long[] counts, List<Example> examples) {
    if (counts[example.kind().ordinal()]++ < EXAMPLES) {
      examples.add(example);
    }
  }

  /// True if both say the same.
  public boolean isNone() {
    return added == 0
        && removed == 0
        && moved == 0
        && totalSizeBefore.equals(OptionalLong.of(totalSize));
  }
}
