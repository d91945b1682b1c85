package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Tells of metadata that differ from shard to shard. What belongs to one shard by its nature is
/// left out: hashes, reserved room, the names of shared tensors, and the pieces of a distributed
/// checkpoint.
final class ShardMetadataCheck {

  private static final int MAX_VALUE_LENGTH = 60;
  private static final Set<String> OWN_KEYS =
      Set.of(
          Shard.SHARDING_INFO_KEY,
          Metadata.SPACER_KEY,
          "sshs_model_hash",
          "sshs_legacy_hash",
          "modelspec.hash_sha256");

  private ShardMetadataCheck() {}

  /// @param cancellation asked before each key
  static void run(List<Shard> all, FindingList findings, Cancellation cancellation) {
    List<Shard> shards = all.stream().filter(Shard::isIntact).toList();
    for (String key : keys(shards)) {
      cancellation.check();
      Map<Optional<String>, List<String>> shardsByValue = new LinkedHashMap<>();
      for (Shard shard : shards) {
        Optional<String> value = Optional.ofNullable(shard.metadata().get(key));
        shardsByValue.computeIfAbsent(value, _ -> new ArrayList<>()).add(shard.name());
      }
      if (shardsByValue.size() > 1) {
        tell(key, shardsByValue, findings);
      }
    }
  }

  private static Set<String> keys(List<Shard> shards) {
    Set<String> keys = new LinkedHashSet<>();
    for (Shard shard : shards) {
      Map<String, String> entries = shard.metadata();
      if (!entries.isEmpty()) {
        // A key may be the name of a tensor left out; the value then names one with its content.
        Set<String> values = Set.copyOf(entries.values());
        Set<String> shared =
            shard.tensors().stream()
                .map(TensorInfo::name)
                .filter(values::contains)
                .collect(Collectors.toSet());
        entries.forEach(
            (key, value) -> {
              if (!shared.contains(value)) {
                keys.add(key);
              }
            });
      }
    }
    keys.removeAll(OWN_KEYS);
    return keys;
  }

  private static void tell(
      String key, Map<Optional<String>, List<String>> shardsByValue, FindingList findings) {
    List<Optional<String>> values = new ArrayList<>(shardsByValue.keySet());
    values.sort(Comparator.comparingInt(value -> -shardsByValue.get(value).size()));
    List<String> rarest = shardsByValue.get(values.getLast());
    Optional<String> shard =
        rarest.stream().findFirst().filter(_ -> values.size() == 2 && rarest.size() == 1);
    List<Sentence> shown =
        values.stream().limit(3).map(value -> where(value, shardsByValue.get(value))).toList();
    Sentence rest =
        values.size() > 3 ? Sentence.of(", and other values elsewhere") : Sentence.of("");
    findings.add(
        FindingCode.METADATA_DISAGREE,
        shard,
        () ->
            Sentence.of(
                "The metadata key {0} is {1}{2}: loaders look at one shard only; make them agree.",
                FindingList.quoted(key), Sentence.joined(", ", shown), rest));
  }

  private static Sentence where(Optional<String> value, List<String> shards) {
    Sentence names = FindingList.enumerated(shards);
    return value
        .map(text -> Sentence.of("\"{0}\" in {1}", DisplayText.of(text, MAX_VALUE_LENGTH), names))
        .orElseGet(() -> Sentence.of("missing in {0}", names));
  }
}
