package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.doctor.ExaminedSet.SetOverview;
import io.github.tensorloupe.work.Cancellation;

/// The places of the tensors of a set, compared with those in its index. Keeps in memory what
/// differs, and nothing on the tensors that are where they should be.
final class Placement {

  private final Map<String, String> weightMap;
  private final Map<String, Shard> shards = new HashMap<>();
  private final Map<String, Integer> matchedCounts = new HashMap<>();
  private final SetOverview overview;
  private final SequencedMap<String, List<ShardTensor>> elsewhere = new LinkedHashMap<>();
  private final SequencedMap<String, ShardTensor> unindexed = new LinkedHashMap<>();
  private long namedByteCount;
  private long allByteCount;

  /// Looks at every tensor once, and at those of a set that is not in order twice.
  ///
  /// @param cancellation asked before each shard
  /// @throws java.util.concurrent.CancellationException if cancelled
  Placement(ExaminedSet set, SetOverview overview, Cancellation cancellation) {
    this.overview = overview;
    this.weightMap = set.index().<Map<String, String>>map(ShardIndex::weightMap).orElse(Map.of());
    UnaryOperator<String> lookup = set.index().map(ShardIndex::lookup).orElse(_ -> null);
    for (Shard shard : set.shards()) {
      cancellation.check();
      shards.put(shard.name(), shard);
      placeAll(shard, lookup);
    }
    if (!elsewhere.isEmpty()) {
      for (Shard shard : set.shards()) {
        cancellation.check();
        tensors(shard).forEach(info -> addNamedHolder(shard, info));
      }
    }
  }

  private static List<TensorInfo> tensors(Shard shard) {
    return shard.header().map(header -> header.tensors()).orElse(List.of());
  }

  private void placeAll(Shard shard, UnaryOperator<String> index) {
    int matchedCount = 0;
    for (TensorInfo info : tensors(shard)) {
      // What a shard says that is refused may be nonsense.
      long byteCount = shard.isIntact() ? info.byteCount() : 0;
      allByteCount += byteCount;
      String named = index.apply(info.name());
      if (shard.name().equals(named)) {
        matchedCount++;
        namedByteCount += byteCount;
      } else {
        placeOther(named, new ShardTensor(shard, info));
      }
    }
    matchedCounts.put(shard.name(), matchedCount);
  }

  private void placeOther(String named, ShardTensor holder) {
    String name = holder.info().name();
    if (named != null) {
      elsewhere.computeIfAbsent(name, _ -> new ArrayList<>()).add(holder);
    } else if (holder.shard().isIntact()) {
      placeUnindexed(name, holder);
    }
  }

  private void placeUnindexed(String name, ShardTensor holder) {
    ShardTensor before = unindexed.putIfAbsent(name, holder);
    if (before != null) {
      List<ShardTensor> holders = elsewhere.computeIfAbsent(name, _ -> new ArrayList<>());
      if (holders.isEmpty()) {
        holders.add(before);
      }
      holders.add(holder);
    }
  }

  /// Completes the lists by the shards that the index does name.
  private void addNamedHolder(Shard shard, TensorInfo info) {
    List<ShardTensor> holders = elsewhere.get(info.name());
    if (holders != null && shard.name().equals(weightMap.get(info.name()))) {
      holders.addFirst(new ShardTensor(shard, info));
    }
  }

  /// The tensors that are in more than one shard or in another one than the index says: the shard
  /// that the index names first, if it has the tensor.
  SequencedMap<String, List<ShardTensor>> elsewhere() {
    return elsewhere;
  }

  /// The tensors of intact shards that the index does not name, with the first shard that has each.
  SequencedMap<String, ShardTensor> unindexed() {
    return unindexed;
  }

  /// True if the index puts a tensor into the shard that it is in.
  boolean isNamed(ShardTensor holder) {
    return holder.shard().name().equals(weightMap.get(holder.info().name()));
  }

  /// The tensors that the index puts into an intact shard without their being there; each is given
  /// with the name of the shard, in the order of the index.
  SequencedMap<String, String> absent() {
    Map<String, Set<String>> lacking = new HashMap<>();
    overview
        .tensorCounts()
        .forEach(
            (name, count) -> {
              Shard shard = shards.get(name);
              if (shard != null && shard.isIntact() && matchedCounts.get(name) < count) {
                lacking.put(
                    name,
                    tensors(shard).stream().map(TensorInfo::name).collect(Collectors.toSet()));
              }
            });
    SequencedMap<String, String> absent = new LinkedHashMap<>();
    if (!lacking.isEmpty()) {
      weightMap.forEach(
          (name, shard) -> {
            if (lacking.containsKey(shard) && !lacking.get(shard).contains(name)) {
              absent.put(name, shard);
            }
          });
    }
    return absent;
  }

  /// The shard that the index puts a tensor into, which it names.
  String indexed(String tensor) {
    return weightMap.get(tensor);
  }

  /// True if there is a shard of this name.
  boolean isThere(String shard) {
    return shards.containsKey(shard);
  }

  /// The bytes of the tensors of intact shards that are where the index puts them.
  long namedByteCount() {
    return namedByteCount;
  }

  /// The bytes of all tensors of intact shards, those in two shards counted twice.
  long allByteCount() {
    return allByteCount;
  }

  /// A tensor in one of the shards that have it.
  record ShardTensor(Shard shard, TensorInfo info) {

    /// True if the other one has the same dtype and shape.
    boolean isLike(ShardTensor other) {
      return info.dtype() == other.info.dtype() && info.shape().equals(other.info.shape());
    }

    /// Dtype and shape, as they stand in a sentence.
    String form() {
      return info.dtype() + " " + info.shape();
    }
  }
}
