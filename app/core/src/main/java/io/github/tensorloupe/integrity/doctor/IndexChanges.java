package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;

/// The differences between the correct index and the old index.
///
/// @param counts the number of changed tensors by kind; contains only kinds that occur
/// @param examples the first changed tensors of each kind, for display
/// @param totalSizeBefore the old `total_size` in bytes; empty if the old index does not contain it
/// @param totalSize the new `total_size` in bytes
public record IndexChanges(
    Map<Kind, Long> counts, List<Example> examples, OptionalLong totalSizeBefore, long totalSize) {

  private static final int EXAMPLES = 5;

  /// The kind of change to a tensor's entry. A moved tensor is in another shard.
  public enum Kind {
    ADDED,
    REMOVED,
    MOVED
  }

  /// A changed tensor.
  ///
  /// @param shard the shard in the new index; for a removed tensor, the shard in the old index
  public record Example(Kind kind, String tensor, String shard) {}

  static IndexChanges of(Optional<ShardIndex> before, Map<String, String> after, long totalSize) {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    List<Example> examples = new ArrayList<>();
    Consumer<Example> count =
        example -> {
          if (counts.merge(example.kind(), 1L, Long::sum) <= EXAMPLES) {
            examples.add(example);
          }
        };
    Map<String, String> old =
        before.<Map<String, String>>map(ShardIndex::weightMap).orElse(Map.of());
    after.forEach(
        (tensor, shard) -> {
          String shardBefore = old.get(tensor);
          if (!shard.equals(shardBefore)) {
            Kind kind = shardBefore == null ? Kind.ADDED : Kind.MOVED;
            count.accept(new Example(kind, tensor, shard));
          }
        });
    old.forEach(
        (tensor, shard) -> {
          if (!after.containsKey(tensor)) {
            count.accept(new Example(Kind.REMOVED, tensor, shard));
          }
        });
    OptionalLong totalSizeBefore = before.map(ShardIndex::totalSize).orElse(OptionalLong.empty());
    return new IndexChanges(counts, examples, totalSizeBefore, totalSize);
  }

  public long count(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  public boolean isNone() {
    return counts.isEmpty() && totalSizeBefore.equals(OptionalLong.of(totalSize));
  }
}
