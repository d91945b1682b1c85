package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.integrity.doctor.FindingList.enumerated;
import static io.github.tensorloupe.integrity.doctor.FindingList.quoted;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Compares the actual shards of each tensor with its indexed shard, the shard in the index.
/// Reports tensors that are missing from the indexed shard or are also in another shard. Keeps only
/// the differences in memory.
final class Placement {

  private record ShardTensor(Shard shard, TensorInfo info) {

    String form() {
      return info.dtype() + " " + info.shape();
    }
  }

  private final ExaminedSet set;
  private final boolean isDistributed;
  private final FindingList findings;
  private final Map<String, String> weightMap;
  private final Map<String, Shard> shards = new HashMap<>();
  private final Map<String, Integer> matchedCounts = new HashMap<>();

  /// The shards that contain a tensor, for tensors in several shards or outside the indexed shard.
  /// The indexed shard comes first if it contains the tensor.
  private final Map<String, List<ShardTensor>> misplaced = new LinkedHashMap<>();

  /// The first intact shard or stray that contains a tensor, for tensors that are missing from the
  /// index.
  private final Map<String, ShardTensor> unindexed = new LinkedHashMap<>();

  /// The first stray that contains a tensor, for tensors in the index.
  private final Map<String, ShardTensor> inStrays = new LinkedHashMap<>();

  /// The number of bytes of tensors in intact shards that are the indexed shards of these tensors.
  long namedByteCount;

  /// The number of bytes of all tensors in intact shards. A tensor counts once for each shard that
  /// contains it.
  long allByteCount;

  /// Locates all tensors. Visits every tensor once, or twice if the index and the shards differ.
  ///
  /// @param cancellation checked before each shard
  Placement(ExaminedSet set, FindingList findings, Cancellation cancellation) {
    this.set = set;
    this.isDistributed = set.isDistributed();
    this.findings = findings;
    this.weightMap = set.index().<Map<String, String>>map(ShardIndex::weightMap).orElse(Map.of());
    for (Shard shard : set.shards()) {
      cancellation.check();
      shards.put(shard.name(), shard);
      placeAll(shard);
    }
    for (Shard shard : misplaced.isEmpty() ? List.<Shard>of() : set.shards()) {
      cancellation.check();
      for (TensorInfo info : shard.tensors()) {
        List<ShardTensor> holders = misplaced.get(info.name());
        if (holders != null && shard.name().equals(weightMap.get(info.name()))) {
          holders.addFirst(new ShardTensor(shard, info));
        }
      }
    }
    for (Shard stray : set.readStrays()) {
      for (TensorInfo info : stray.tensors()) {
        boolean isIndexed = weightMap.get(info.name()) != null;
        (isIndexed ? inStrays : unindexed).putIfAbsent(info.name(), new ShardTensor(stray, info));
      }
    }
  }

  private void placeAll(Shard shard) {
    int matchedCount = 0;
    for (TensorInfo info : shard.tensors()) {
      // The lengths in a refused shard are not reliable.
      long byteCount = shard.isIntact() ? info.byteCount() : 0;
      allByteCount += byteCount;
      String named = weightMap.get(info.name());
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
      misplaced.computeIfAbsent(name, _ -> new ArrayList<>()).add(holder);
    } else if (holder.shard().isIntact()) {
      ShardTensor first = unindexed.putIfAbsent(name, holder);
      if (first != null) {
        misplaced.computeIfAbsent(name, _ -> new ArrayList<>(List.of(first))).add(holder);
      }
    }
  }

  long byteCount() {
    long twice =
        misplaced.values().stream()
            .flatMap(holders -> holders.stream().skip(1))
            .mapToLong(again -> again.info().byteCount())
            .sum();
    return allByteCount - twice;
  }

  long severalCount() {
    return misplaced.values().stream().filter(holders -> holders.size() > 1).count();
  }

  void reportAll() {
    misplaced.forEach(
        (name, holders) -> {
          if (holders.size() > 1) {
            reportSeveralShards(name, holders);
          } else {
            reportOtherShard(name, holders.getFirst());
          }
        });
    reportAbsent();
    if (set.index().isPresent()) {
      unindexed.forEach(this::reportUnindexed);
    }
  }

  private void reportOtherShard(String name, ShardTensor holder) {
    String indexed = weightMap.get(name);
    // The reason why the indexed shard was not read, if it was not.
    Sentence note =
        shards.containsKey(indexed)
            ? Sentence.of("")
            : ShardIndex.isSafeShardName(indexed)
                ? Sentence.of(", which does not exist or cannot be read")
                : Sentence.of(", which is not a file in this folder");
    Sentence sentence =
        Sentence.of(
            "The index assigns {0} to {1}{2}, but it is in {3}: write a correct index.",
            quoted(name), DisplayText.of(indexed), note, DisplayText.of(holder.shard().name()));
    add(FindingCode.TENSOR_IN_OTHER_SHARD, holder.shard().name(), name, sentence);
  }

  private void add(FindingCode code, String shard, String tensor, Sentence sentence) {
    findings.add(code, Optional.of(shard), tensor, sentence);
  }

  private void reportSeveralShards(String name, List<ShardTensor> holders) {
    ShardTensor first = holders.getFirst();
    if (!isDistributed) {
      String last = holders.getLast().shard().name();
      add(FindingCode.TENSOR_IN_TWO_SHARDS, last, name, several(name, holders));
    }
    for (ShardTensor other : holders) {
      // The shards of a distributed checkpoint contain pieces of a tensor, with different shapes.
      if (other.info().dtype() != first.info().dtype()
          || !isDistributed && !other.info().shape().equals(first.info().shape())) {
        Sentence sentence =
            Sentence.of(
                "{0} is {1} in {2}, but {3} in {4}: find out which one is correct.",
                quoted(name),
                first.form(),
                DisplayText.of(first.shard().name()),
                other.form(),
                DisplayText.of(other.shard().name()));
        add(FindingCode.DTYPES_DISAGREE, other.shard().name(), name, sentence);
        return;
      }
    }
  }

  private Sentence several(String name, List<ShardTensor> holders) {
    List<String> names =
        holders.stream()
            .map(holder -> holder.shard().name())
            .sorted(NaturalOrder.INSTANCE)
            .toList();
    String first = holders.getFirst().shard().name();
    Sentence indexed =
        first.equals(weightMap.get(name))
            ? Sentence.of("the index names {0}", DisplayText.of(first))
            : set.index().isPresent()
                ? Sentence.of("the index names none of them")
                : Sentence.of("no index names one of them");
    return Sentence.of(
        "{0} is in {1}; {2}. Which one a loader uses is undefined: keep it in one shard only.",
        quoted(name), enumerated(names), indexed);
  }

  /// Reports tensors that are missing from their indexed, intact shard, in the order of the index.
  private void reportAbsent() {
    Map<String, Set<String>> namesByLackingShard = new HashMap<>();
    set.tensorCounts()
        .forEach(
            (name, count) -> {
              Shard shard = shards.get(name);
              if (shard != null && shard.isIntact() && matchedCounts.get(name) < count) {
                Stream<String> names = shard.tensors().stream().map(TensorInfo::name);
                namesByLackingShard.put(name, names.collect(Collectors.toSet()));
              }
            });
    if (namesByLackingShard.isEmpty()) {
      return;
    }
    Sentence nowhere =
        !set.strays().isEmpty()
            ? Sentence.of("no shard that the index names")
            : set.isComplete()
                ? Sentence.of("no shard")
                : Sentence.of("no existing shard that loads");
    weightMap.forEach(
        (name, shard) -> {
          Set<String> names = namesByLackingShard.get(shard);
          if (names == null || names.contains(name) || misplaced.containsKey(name)) {
            return;
          }
          if (inStrays.containsKey(name)) {
            reportOtherShard(name, inStrays.get(name));
          } else {
            Sentence sentence =
                Sentence.of(
                    "The index assigns {0} to {1}, but {2} contains it: download that shard again,"
                        + " or write a correct index if the tensor does not belong there.",
                    quoted(name), DisplayText.of(shard), nowhere);
            add(FindingCode.TENSOR_NOT_IN_SHARD, shard, name, sentence);
          }
        });
  }

  private void reportUnindexed(String name, ShardTensor holder) {
    Sentence sentence =
        Sentence.of(
            "{0} is in {1}, but the index does not name it, so loaders that use the index skip it:"
                + " write a correct index.",
            quoted(name), DisplayText.of(holder.shard().name()));
    add(FindingCode.TENSOR_NOT_IN_INDEX, holder.shard().name(), name, sentence);
  }
}
