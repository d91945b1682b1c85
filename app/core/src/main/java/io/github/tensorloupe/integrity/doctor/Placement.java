package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.integrity.doctor.FindingList.enumerated;
import static io.github.tensorloupe.integrity.doctor.FindingList.quoted;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The shards of a set, compared with its index: the actual shards of each tensor and its indexed
/// shard, the shard in the index. Reports tensors that are missing from the indexed shard or are
/// also in another shard. Keeps only the differences in memory.
final class Placement {

  private record ShardTensor(Shard shard, TensorInfo info) {

    String form() {
      return info.dtype() + " " + info.shape();
    }
  }

  final Optional<ShardIndex> index;
  final List<Shard> shards;

  /// The totals in the shard names of the index, such as 3 in `model-00001-of-00003.safetensors`.
  final Set<Integer> shardTotals;

  /// The names of stray shards: files in the folder whose names have the base name of indexed
  /// shards, but that are not in the index.
  final List<String> strays = new ArrayList<>();

  /// True if all indexed shards exist and all shards are intact.
  final boolean isComplete;

  final boolean isDistributed;
  private final FindingList findings;
  private final Map<String, String> weightMap;
  private final Map<String, Integer> tensorCounts;
  private final Map<String, Shard> shardsByName = new HashMap<>();
  private final Map<String, Integer> matchedCounts = new HashMap<>();

  /// The shards that contain a tensor, for tensors in several shards or outside the indexed shard.
  /// The indexed shard comes first if it contains the tensor.
  private final Map<String, List<ShardTensor>> misplaced = new LinkedHashMap<>();

  /// The first intact shard or stray that contains a tensor, for tensors that are missing from the
  /// index. Without an index, contains only tensors that may be in several shards.
  private final Map<String, ShardTensor> unindexed = new LinkedHashMap<>();

  /// The first stray that contains a tensor, for tensors in the index.
  private final Map<String, ShardTensor> inStrays = new LinkedHashMap<>();

  /// The hash codes of names that may be in several intact shards, without their low bits; empty if
  /// the set has an index.
  private final BitSet repeatedHashes = new BitSet();

  /// The number of bytes of tensors in intact shards that are the indexed shards of these tensors.
  long namedByteCount;

  /// The number of bytes of all tensors in intact shards, counted once for each shard.
  long allByteCount;

  /// Locates all tensors. Visits every tensor once, or twice if the index and the shards differ.
  Placement(
      Optional<ShardIndex> index,
      List<Shard> shards,
      Path path,
      FindingList findings,
      Cancellation cancellation) {
    this.index = index;
    this.shards = shards;
    this.findings = findings;
    this.weightMap = index.<Map<String, String>>map(ShardIndex::weightMap).orElse(Map.of());
    this.tensorCounts = index.<Map<String, Integer>>map(ShardIndex::tensorCounts).orElse(Map.of());
    this.isDistributed = shards.stream().anyMatch(Shard::isDistributed);
    if (index.isEmpty()) {
      findRepeatedHashes();
    }
    for (Shard shard : shards) {
      cancellation.check();
      shardsByName.put(shard.name(), shard);
      placeAll(shard);
    }
    for (Shard shard : misplaced.isEmpty() ? List.<Shard>of() : shards) {
      cancellation.check();
      for (TensorInfo info : shard.tensors()) {
        List<ShardTensor> holders = misplaced.get(info.name());
        if (holders != null && shard.name().equals(weightMap.get(info.name()))) {
          holders.addFirst(new ShardTensor(shard, info));
        }
      }
    }
    this.isComplete =
        shards.stream().allMatch(Shard::isIntact)
            && shardsByName.keySet().containsAll(tensorCounts.keySet());
    Set<Family> families = new LinkedHashSet<>();
    for (String name : tensorCounts.keySet()) {
      ShardName.familyOf(name)
          .filter(_ -> ShardIndex.isSafeShardName(name))
          .ifPresent(families::add);
    }
    this.shardTotals = families.stream().map(Family::total).collect(Collectors.toSet());
    Set<String> baseNames = families.stream().map(Family::baseName).collect(Collectors.toSet());
    if (!baseNames.isEmpty()) {
      findStrays(path, baseNames, cancellation);
    }
  }

  private void findStrays(Path path, Set<String> baseNames, Cancellation cancellation) {
    for (String file : fileNames(path)) {
      Optional<Family> family =
          ShardName.familyOf(file).filter(candidate -> baseNames.contains(candidate.baseName()));
      if (family.isPresent() && !tensorCounts.containsKey(file)) {
        cancellation.check();
        strays.add(file);
        if (shardTotals.contains(family.get().total())) {
          readStray(path.resolveSibling(file));
        }
      }
    }
  }

  static List<String> fileNames(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    try {
      return folder == null ? List.of() : CheckpointFinder.fileNames(folder);
    } catch (IOException e) {
      // Strays cannot be found if the folder cannot be listed.
      return List.of();
    }
  }

  /// Reads the header of a stray, which often contains missing tensors.
  private void readStray(Path path) {
    try (TensorFile file = TensorFile.open(path)) {
      Shard stray = Shard.of(file);
      for (TensorInfo info : stray.isIntact() ? stray.tensors() : List.<TensorInfo>of()) {
        boolean isIndexed = weightMap.get(info.name()) != null;
        (isIndexed ? inStrays : unindexed).putIfAbsent(info.name(), new ShardTensor(stray, info));
      }
    } catch (IOException e) {
      // The stray is still reported, by its name.
    }
  }

  private void findRepeatedHashes() {
    BitSet all = new BitSet();
    for (Shard shard : shards) {
      for (TensorInfo info : shard.isIntact() ? shard.tensors() : List.<TensorInfo>of()) {
        (all.get(hash(info)) ? repeatedHashes : all).set(hash(info));
      }
    }
  }

  private static int hash(TensorInfo info) {
    return (info.name().hashCode() * 0x9E37_79B9) >>> 8;
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
      } else if (index.isPresent() || repeatedHashes.get(hash(info))) {
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
            .mapToLong(copy -> copy.info().byteCount())
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
    if (index.isPresent()) {
      unindexed.forEach(this::reportUnindexed);
    }
  }

  private void reportOtherShard(String name, ShardTensor holder) {
    String indexed = weightMap.get(name);
    // The reason why the indexed shard was not read, if it was not.
    Sentence note =
        shardsByName.containsKey(indexed)
            ? Sentence.of("")
            : ShardIndex.isSafeShardName(indexed)
                ? Sentence.of(", which does not exist or cannot be read")
                : Sentence.of(", which is not a file in this folder");
    Supplier<Sentence> sentence =
        () ->
            Sentence.of(
                "The index assigns {0} to {1}{2}, but it is in {3}: write a correct index.",
                quoted(name), DisplayText.of(indexed), note, DisplayText.of(holder.shard().name()));
    add(FindingCode.TENSOR_IN_OTHER_SHARD, holder.shard().name(), name, sentence);
  }

  private void add(FindingCode code, String shard, String tensor, Supplier<Sentence> sentence) {
    findings.add(code, Optional.of(shard), tensor, sentence);
  }

  private void reportSeveralShards(String name, List<ShardTensor> holders) {
    ShardTensor first = holders.getFirst();
    if (!isDistributed) {
      String last = holders.getLast().shard().name();
      add(FindingCode.TENSOR_IN_TWO_SHARDS, last, name, () -> several(name, holders));
    }
    for (ShardTensor other : holders) {
      // The shards of a distributed checkpoint contain pieces of a tensor, with different shapes.
      if (other.info().dtype() != first.info().dtype()
          || !isDistributed && !other.info().shape().equals(first.info().shape())) {
        Supplier<Sentence> sentence =
            () ->
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
            : index.isPresent()
                ? Sentence.of("the index names none of them")
                : Sentence.of("no index names one of them");
    return Sentence.of(
        "{0} is in {1}; {2}. Which one a loader uses is undefined: compare the shards with the"
            + " original.",
        quoted(name), enumerated(names), indexed);
  }

  /// Reports tensors that are missing from their indexed, intact shard, in the order of the index.
  private void reportAbsent() {
    Map<String, Set<String>> namesByLackingShard = new HashMap<>();
    tensorCounts.forEach(
        (name, count) -> {
          Shard shard = shardsByName.get(name);
          if (shard != null && shard.isIntact() && matchedCounts.get(name) < count) {
            Stream<String> names = shard.tensors().stream().map(TensorInfo::name);
            namesByLackingShard.put(name, names.collect(Collectors.toSet()));
          }
        });
    if (namesByLackingShard.isEmpty()) {
      return;
    }
    Sentence location =
        !strays.isEmpty()
            ? Sentence.of("no shard that the index names")
            : isComplete ? Sentence.of("no shard") : Sentence.of("no existing shard that loads");
    weightMap.forEach(
        (name, shard) -> {
          Set<String> names = namesByLackingShard.get(shard);
          if (names == null || names.contains(name) || misplaced.containsKey(name)) {
            return;
          }
          if (inStrays.containsKey(name)) {
            reportOtherShard(name, inStrays.get(name));
          } else {
            Supplier<Sentence> sentence =
                () ->
                    Sentence.of(
                        "The index assigns {0} to {1}, but {2} contains it: compare the shard with"
                            + " the original. The tensor may be lost, or the index is from another"
                            + " save.",
                        quoted(name), DisplayText.of(shard), location);
            add(FindingCode.TENSOR_NOT_IN_SHARD, shard, name, sentence);
          }
        });
  }

  private void reportUnindexed(String name, ShardTensor holder) {
    Supplier<Sentence> sentence =
        () ->
            Sentence.of(
                "{0} is in {1}, but the index does not name it, so loaders that use the index skip"
                    + " it: write a correct index.",
                quoted(name), DisplayText.of(holder.shard().name()));
    add(FindingCode.TENSOR_NOT_IN_INDEX, holder.shard().name(), name, sentence);
  }
}
