package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Checks an index against the headers of its shards.
///
/// Does not report problems that do not require headers: missing shards, gaps in shard numbers,
/// unsafe names, and an unusable or empty index.
public final class IndexDoctor {

  /// A finding about a set of shards.
  ///
  /// @param shard the file name of the affected shard, or empty if the finding is about the index
  ///   or several shards
  public record ShardFinding(Optional<String> shard, Finding finding) {}

  private static final int MAX_VALUE_LENGTH = 60;

  private static final Set<String> OWN_KEYS =
      Stream.concat(
              Stream.of(Shard.SHARDING_INFO_KEY, Metadata.SPACER_KEY),
              Metadata.DATA_HASH_KEYS.stream())
          .collect(Collectors.toUnmodifiableSet());

  private final Path path;
  private final FindingList findings = new FindingList();
  private final Placement placement;

  private IndexDoctor(
      Optional<ShardIndex> index, List<Shard> shards, Path path, Cancellation cancellation) {
    this.path = path;
    this.placement = new Placement(index, shards, path, findings, cancellation);
  }

  /// Examines a set. Lists the folder, and reads the headers of files that should be in the index
  /// according to their names. Takes time linear in the number of tensors. Takes memory linear in
  /// the number of misplaced tensors and, without an index, 4 MiB.
  ///
  /// @param index the index, or empty if it is unusable or does not exist
  /// @param shards the existing shards, each name once, in natural order
  /// @param path the path of the index, which need not exist
  /// @param cancellation checked before each shard
  /// @return the first [FindingList#LIMIT] findings of each code, and the number of the others;
  ///   empty for a single file
  public static List<ShardFinding> examine(
      Optional<ShardIndex> index, List<Shard> shards, Path path, Cancellation cancellation) {
    if (index.isEmpty() && shards.size() < 2) {
      return List.of();
    }
    return new IndexDoctor(index, shards, path, cancellation).examine(cancellation);
  }

  private List<ShardFinding> examine(Cancellation cancellation) {
    placement.reportAll();
    cancellation.check();
    if (!placement.isDistributed) {
      // An index contains only one file per tensor and does not describe the other pieces.
      checkTotalSize();
      new OtherSaves(placement, path, findings).report();
    }
    compareDtypes();
    compareMetadata(cancellation);
    if (placement.isDistributed) {
      findings.add(
          FindingCode.DISTRIBUTED_CHECKPOINT,
          Optional.empty(),
          Sentence.of(
              "This is a PyTorch distributed checkpoint: each process saved its part, and {0}"
                  + " {0#tensor is|tensors are} in more than one file, as expected. For other"
                  + " loaders, consolidate it into whole tensors first.",
              placement.severalCount()));
    }
    return findings.list();
  }

  /// Reports shards whose floating-point dtype differs from that of most shards, which indicates a
  /// shard of another save. Skips quantized sets and sets with mixed dtypes within a shard.
  private void compareDtypes() {
    Map<Dtype, List<String>> shardsByDtype = new EnumMap<>(Dtype.class);
    for (Shard shard : placement.shards) {
      Set<Dtype> floats = EnumSet.noneOf(Dtype.class);
      if (shard.isIntact()) {
        shard.tensors().forEach(info -> floats.add(info.dtype()));
        floats.removeIf(dtype -> dtype.kind() != Dtype.Kind.FLOAT);
      }
      if (floats.size() > 1 || !floats.stream().allMatch(Dtype::isWideFloat)) {
        return;
      }
      floats.forEach(
          dtype -> shardsByDtype.computeIfAbsent(dtype, _ -> new ArrayList<>()).add(shard.name()));
    }
    if (shardsByDtype.size() > 1) {
      Dtype majorityDtype =
          Collections.max(
              shardsByDtype.keySet(),
              Comparator.comparingInt(dtype -> shardsByDtype.get(dtype).size()));
      Sentence others = FindingList.enumerated(shardsByDtype.remove(majorityDtype));
      shardsByDtype.forEach(
          (dtype, shards) -> {
            for (String shard : shards) {
              Sentence sentence =
                  Sentence.of(
                      "All floating-point tensors of {0} are {1}, but in {2} they are {3}: the"
                          + " shard may be from another save. Download it again from the source of"
                          + " the other shards.",
                      DisplayText.of(shard), dtype, others, majorityDtype);
              findings.add(FindingCode.DTYPES_DISAGREE, Optional.of(shard), sentence);
            }
          });
    }
  }

  /// Compares the `total_size` of an index with the byte count of its tensors. Also accepts a sum
  /// that counts a tensor once for each shard that contains it, as some writers do. Skips sets with
  /// missing, refused or stray shards.
  private void checkTotalSize() {
    OptionalLong totalSize =
        placement.index.map(ShardIndex::totalSize).orElse(OptionalLong.empty());
    if (totalSize.isEmpty() || !placement.isComplete || !placement.strays.isEmpty()) {
      return;
    }
    long actualTotal = totalSize.getAsLong();
    long expected = placement.byteCount();
    if (actualTotal != expected
        && actualTotal != placement.namedByteCount
        && actualTotal != placement.allByteCount) {
      Sentence sentence =
          Sentence.of(
              "The index gives a total_size of {0} bytes: expected {1}, the total size of all"
                  + " tensors{2}. Loaders do not depend on it; writing a correct index fixes it.",
              actualTotal, expected, reason(expected, actualTotal));
      findings.add(FindingCode.TOTAL_SIZE_WRONG, Optional.empty(), sentence);
    }
  }

  private Sentence reason(long expected, long totalSize) {
    if (totalSize == placement.shards.stream().mapToLong(Shard::fileLength).sum()) {
      return Sentence.of("; the value found is the total length of the files including headers");
    }
    for (Shard shard : placement.shards) {
      for (TensorInfo info : shard.tensors()) {
        if (totalSize > expected && info.byteCount() == totalSize - expected) {
          return Sentence.of(
              "; the difference equals the size of {0}, which may have been counted twice",
              FindingList.quoted(info.name()));
        }
      }
    }
    return Sentence.of("");
  }

  /// Reports metadata that differs between shards. Ignores entries that are specific to a shard:
  /// hashes, padding, names of shared tensors, and the pieces of a distributed checkpoint.
  private void compareMetadata(Cancellation cancellation) {
    List<Shard> shards = placement.shards.stream().filter(Shard::isIntact).toList();
    Set<String> keys = new LinkedHashSet<>();
    for (Shard shard : shards) {
      // The key of an entry may be the name of an omitted tensor, and the value the name of the
      // equal tensor.
      Set<String> values = new HashSet<>(shard.metadata().values());
      Stream<String> names = shard.tensors().stream().map(TensorInfo::name);
      Set<String> shared = names.filter(values::contains).collect(Collectors.toSet());
      for (Map.Entry<String, String> entry : shard.metadata().entrySet()) {
        if (!shared.contains(entry.getValue())) {
          keys.add(entry.getKey());
        }
      }
    }
    keys.removeAll(OWN_KEYS);
    for (String key : keys) {
      cancellation.check();
      // The value is null for shards without the entry. An Optional is not comparable, and crafted
      // values can have equal hash codes.
      Map<String, List<String>> shardsByValue = new LinkedHashMap<>();
      for (Shard shard : shards) {
        String value = shard.metadata().get(key);
        shardsByValue.computeIfAbsent(value, _ -> new ArrayList<>()).add(shard.name());
      }
      if (shardsByValue.size() > 1) {
        reportDisagreement(key, shardsByValue);
      }
    }
  }

  private void reportDisagreement(String key, Map<String, List<String>> shardsByValue) {
    List<String> values = new ArrayList<>(shardsByValue.keySet());
    values.sort(Comparator.comparingInt(value -> -shardsByValue.get(value).size()));
    List<String> rarest = shardsByValue.get(values.getLast());
    List<Sentence> shown = new ArrayList<>();
    for (String value : values.subList(0, Math.min(3, values.size()))) {
      Sentence names = FindingList.enumerated(shardsByValue.get(value));
      shown.add(
          value == null
              ? Sentence.of("missing in {0}", names)
              : Sentence.of("\"{0}\" in {1}", DisplayText.of(value, MAX_VALUE_LENGTH), names));
    }
    Sentence rest =
        values.size() > 3 ? Sentence.of(", and other values elsewhere") : Sentence.of("");
    findings.add(
        FindingCode.METADATA_DISAGREE,
        rarest.stream().findFirst().filter(_ -> values.size() == 2 && rarest.size() == 1),
        Sentence.of(
            "The metadata key {0} is {1}{2}: loaders read the metadata of one shard only. Use the"
                + " same value in all shards.",
            FindingList.quoted(key), Sentence.joined(", ", shown), rest));
  }
}
