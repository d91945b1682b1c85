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

  /// The first intact shard that contains a tensor, for tensors that are missing from the index. If
  /// there is no index, contains only tensors that may be in several shards.
  private final Map<String, ShardTensor> unindexed = new LinkedHashMap<>();

  private final Map<String, ShardTensor> inStrays = new LinkedHashMap<>();

  /// The hash codes of names that may be in several intact shards; empty if there is an index.
  private final Set<Integer> repeatedHashes;

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
    this.repeatedHashes = set.index().isPresent() ? Set.of() : repeatedHashes(set.shards());
    for (Shard shard : set.shards()) {
      cancellation.check();
      shards.put(shard.name(), shard);
      placeAll(shard);
    }
    if (!misplaced.isEmpty()) {
      for (Shard shard : set.shards()) {
        cancellation.check();
        shard.tensors().forEach(info -> addNamedHolder(shard, info));
      }
    }
    for (Shard stray : set.readStrays()) {
      stray
          .tensors()
          .forEach(info -> inStrays.putIfAbsent(info.name(), new ShardTensor(stray, info)));
    }
  }

  private static Set<Integer> repeatedHashes(List<Shard> shards) {
    int[] hashes =
        shards.stream()
            .filter(Shard::isIntact)
            .flatMap(shard -> shard.tensors().stream())
            .mapToInt(info -> info.name().hashCode())
            .sorted()
            .toArray();
    Set<Integer> repeated = new HashSet<>();
    for (int i = 1; i < hashes.length; i++) {
      if (hashes[i] == hashes[i - 1]) {
        repeated.add(hashes[i]);
      }
    }
    return repeated;
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
      } else if (set.index().isPresent() || repeatedHashes.contains(info.name().hashCode())) {
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

  private void addNamedHolder(Shard shard, TensorInfo info) {
    List<ShardTensor> holders = misplaced.get(info.name());
    if (holders != null && shard.name().equals(weightMap.get(info.name()))) {
      holders.addFirst(new ShardTensor(shard, info));
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
      // reportAbsent reports indexed tensors in strays, if they are missing from their shard.
      inStrays.forEach(
          (name, holder) -> {
            if (weightMap.get(name) == null && !unindexed.containsKey(name)) {
              reportUnindexed(name, holder);
            }
          });
    }
  }

  private void reportOtherShard(String name, ShardTensor holder) {
    findings.add(
        FindingCode.TENSOR_IN_OTHER_SHARD,
        Optional.of(holder.shard().name()),
        name,
        () ->
            Sentence.of(
                "The index assigns {0} to {1}{2}, but it is in {3}: write a correct index.",
                quoted(name),
                DisplayText.of(weightMap.get(name)),
                missingShardNote(weightMap.get(name)),
                DisplayText.of(holder.shard().name())));
  }

  /// Returns the reason why an indexed shard was not read as a sentence fragment, or an empty
  /// sentence if the shard was read.
  private Sentence missingShardNote(String shard) {
    if (shards.containsKey(shard)) {
      return Sentence.of("");
    }
    return ShardIndex.isSafeShardName(shard)
        ? Sentence.of(", which does not exist or cannot be read")
        : Sentence.of(", which is not a file in this folder");
  }

  private void reportSeveralShards(String name, List<ShardTensor> holders) {
    ShardTensor first = holders.getFirst();
    if (!isDistributed) {
      findings.add(
          FindingCode.TENSOR_IN_TWO_SHARDS,
          Optional.of(holders.getLast().shard().name()),
          name,
          () -> several(name, holders));
    }
    // The shards of a distributed checkpoint contain pieces of a tensor, with different shapes.
    Function<TensorInfo, Object> form =
        isDistributed ? TensorInfo::dtype : info -> List.of(info.dtype(), info.shape());
    holders.stream()
        .filter(holder -> !form.apply(holder.info()).equals(form.apply(first.info())))
        .findFirst()
        .ifPresent(other -> reportFormMismatch(name, first, other));
  }

  private Sentence several(String name, List<ShardTensor> holders) {
    List<String> shards =
        holders.stream()
            .map(holder -> holder.shard().name())
            .sorted(NaturalOrder.INSTANCE)
            .toList();
    ShardTensor first = holders.getFirst();
    Sentence indexed =
        first.shard().name().equals(weightMap.get(name))
            ? Sentence.of("the index names {0}", DisplayText.of(first.shard().name()))
            : set.index().isPresent()
                ? Sentence.of("the index names none of them")
                : Sentence.of("no index names one of them");
    return Sentence.of(
        "{0} is in {1}; {2}. Which one a loader uses is undefined: keep it in one shard only.",
        quoted(name), enumerated(shards), indexed);
  }

  private void reportFormMismatch(String name, ShardTensor first, ShardTensor other) {
    findings.add(
        FindingCode.DTYPES_DISAGREE,
        Optional.of(other.shard().name()),
        name,
        () ->
            Sentence.of(
                "{0} is {1} in {2}, but {3} in {4}: find out which one is correct.",
                quoted(name),
                first.form(),
                DisplayText.of(first.shard().name()),
                other.form(),
                DisplayText.of(other.shard().name())));
  }

  /// Reports tensors that are missing from their indexed, intact shard, in the order of the index.
  private void reportAbsent() {
    Map<String, Set<String>> lacking = new HashMap<>();
    set.tensorCounts()
        .forEach(
            (name, count) -> {
              Shard shard = shards.get(name);
              if (shard != null && shard.isIntact() && matchedCounts.get(name) < count) {
                lacking.put(
                    name,
                    shard.tensors().stream().map(TensorInfo::name).collect(Collectors.toSet()));
              }
            });
    if (!lacking.isEmpty()) {
      weightMap.forEach(
          (name, shard) -> {
            if (lacking.containsKey(shard)
                && !lacking.get(shard).contains(name)
                && !misplaced.containsKey(name)) {
              reportAbsent(name, shard);
            }
          });
    }
  }

  private void reportAbsent(String name, String shard) {
    if (inStrays.containsKey(name)) {
      reportOtherShard(name, inStrays.get(name));
      return;
    }
    findings.add(
        FindingCode.TENSOR_NOT_IN_SHARD,
        Optional.of(shard),
        name,
        () ->
            Sentence.of(
                "The index assigns {0} to {1}, but {2} contains it: download that shard again, or"
                    + " write a correct index if the tensor does not belong there.",
                quoted(name), DisplayText.of(shard), nowhere()));
  }

  private Sentence nowhere() {
    if (!set.strays().isEmpty()) {
      return Sentence.of("no shard that the index names");
    }
    return set.isComplete() ? Sentence.of("no shard") : Sentence.of("no existing shard that loads");
  }

  private void reportUnindexed(String name, ShardTensor holder) {
    findings.add(
        FindingCode.TENSOR_NOT_IN_INDEX,
        Optional.of(holder.shard().name()),
        name,
        () ->
            Sentence.of(
                "{0} is in {1}, but the index does not name it, so loaders that use the index skip"
                    + " it: write a correct index.",
                quoted(name), DisplayText.of(holder.shard().name())));
  }
}
