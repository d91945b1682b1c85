package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The index of a set of shards (`*.safetensors.index.json`). Immutable.
///
/// @param weightMap shard file names by tensor name, in file order; a repeated tensor has its last
///   shard. The file names are not validated. Retained; must not be modified afterwards
/// @param totalSize the declared number of tensor bytes, 0 or more; empty if it is missing or
///   invalid
/// @param repeated findings about repeated tensors with different shards
/// @param tensorCounts the number of tensors per shard, in the order of each shard's first tensor
public record ShardIndex(
    SequencedMap<String, String> weightMap,
    OptionalLong totalSize,
    List<Finding> repeated,
    SequencedMap<String, Integer> tensorCounts) {

  public ShardIndex {
    weightMap = Collections.unmodifiableSequencedMap(weightMap);
    repeated = List.copyOf(repeated);
    tensorCounts = Collections.unmodifiableSequencedMap(tensorCounts);
  }

  public ShardIndex(
      SequencedMap<String, String> weightMap, OptionalLong totalSize, List<Finding> repeated) {
    this(weightMap, totalSize, repeated, counts(weightMap.values()));
  }

  /// Parses an index.
  ///
  /// @param indexBytes retained; must not be modified afterwards
  /// @throws UnusableIndexException if the bytes are not JSON with an object `weight_map` of
  ///   strings
  public static ShardIndex parse(byte[] indexBytes) throws UnusableIndexException {
    return new ShardIndexParser(indexBytes).parse();
  }

  /// Returns true if a shard name is a plain file name: not empty, without separators, drive letter
  /// or NUL, and neither `.` nor `..`.
  public static boolean isSafeShardName(String shardName) {
    return !shardName.isEmpty()
        && shardName.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0)
        && !shardName.equals(".")
        && !shardName.equals("..")
        && !startsWithDrive(shardName);
  }

  private static boolean startsWithDrive(String name) {
    return name.length() > 1 && name.charAt(1) == ':' && Character.isLetter(name.charAt(0));
  }

  private static SequencedMap<String, Integer> counts(Collection<String> shards) {
    SequencedMap<String, Integer> counts = new LinkedHashMap<>();
    shards.forEach(shard -> counts.merge(shard, 1, Integer::sum));
    return counts;
  }

  /// Returns the safe shard names, in the order of each shard's first tensor.
  public SequencedSet<String> shardNames() {
    SequencedSet<String> names = new LinkedHashSet<>(tensorCounts.keySet());
    names.removeIf(name -> !isSafeShardName(name));
    return names;
  }

  /// Returns findings about an empty index, repeated tensors and unsafe shard names.
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (weightMap.isEmpty()) {
      findings.add(
          Finding.of(
              FindingCode.INDEX_EMPTY,
              Sentence.of("The index names no tensor: its \"weight_map\" is empty.")));
    }
    findings.addAll(repeated);
    CappedFindings unsafe = new CappedFindings(FindingCode.UNSAFE_SHARD_NAME);
    for (String name : tensorCounts.keySet()) {
      if (!isSafeShardName(name)) {
        unsafe.note(
            "The index names a shard \"{0}\": expected the name of a file in its own folder;"
                + " not opened.",
            FindingCode.UNSAFE_SHARD_NAME, null, null, name);
      }
    }
    findings.addAll(unsafe.findings());
    return findings;
  }
}
