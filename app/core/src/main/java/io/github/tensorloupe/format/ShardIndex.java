package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The index of a set of shards (`*.safetensors.index.json`). Immutable.
///
/// @param weightMap the name of each tensor and the file name of the shard it is in, in the order
///   of the file; of a repeated name the last shard. Shard names are as they stand and may be
///   unsafe
/// @param totalSize the bytes of all tensors together, 0 or more; empty where the index does not
///   say or says something that is no such number
/// @param repeated findings on names that stand there more than once, with different shards
public record ShardIndex(
    SequencedMap<String, String> weightMap, OptionalLong totalSize, List<Finding> repeated) {

  public ShardIndex {
    weightMap =
        weightMap instanceof CompactWeightMap
            ? weightMap
            : Collections.unmodifiableSequencedMap(new LinkedHashMap<>(weightMap));
    repeated = List.copyOf(repeated);
  }

  public ShardIndex(SequencedMap<String, String> weightMap, OptionalLong totalSize) {
    this(weightMap, totalSize, List.of());
  }

  /// Reads the bytes of an index, which are kept and not to be changed afterwards.
  ///
  /// @throws UnusableIndexException if they are not JSON with an object `weight_map` of strings
  public static ShardIndex parse(byte[] indexBytes) throws UnusableIndexException {
    return new ShardIndexParser(indexBytes).parse();
  }

  /// True if a shard name is the plain name of a file beside the index: not empty, without
  /// separators, drive letter or NUL, and neither `.` nor `..`.
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

  /// Looks up in which shards tensors are: the same as [Map#get] of the weight map, null for a
  /// tensor that the index does not name, but faster where tensors are asked for in the order of
  /// the index. For one thread; another one asks for its own.
  public UnaryOperator<String> lookup() {
    return weightMap instanceof CompactWeightMap compact ? compact.lookup() : weightMap::get;
  }

  /// The number of tensors that the index puts into each shard that it names, in the order of their
  /// first tensors.
  public SequencedMap<String, Integer> tensorCounts() {
    if (weightMap instanceof CompactWeightMap compact) {
      return compact.tensorCounts();
    }
    SequencedMap<String, Integer> counts = new LinkedHashMap<>();
    weightMap.values().forEach(shard -> counts.merge(shard, 1, Integer::sum));
    return counts;
  }

  /// The file names of the shards that may be opened, in the order of their first tensors.
  public SequencedSet<String> shardNames() {
    SequencedSet<String> names = new LinkedHashSet<>(tensorCounts().keySet());
    names.removeIf(name -> !isSafeShardName(name));
    return names;
  }

  /// The findings about the index: no tensors, names that stand there twice, or shard names that
  /// must not be opened.
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
    for (String name : tensorCounts().keySet()) {
      if (!isSafeShardName(name)) {
        unsafe.note(
            FindingCode.UNSAFE_SHARD_NAME,
            null,
            null,
            "The index names a shard \"{0}\": expected the name of a file in its own folder;"
                + " not opened.",
            name);
      }
    }
    findings.addAll(unsafe.findings());
    return List.copyOf(findings);
  }
}
