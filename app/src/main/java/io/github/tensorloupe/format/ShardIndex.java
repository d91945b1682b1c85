package io.github.tensorloupe.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.SequencedSet;

/// What the index of a set of shards (`*.safetensors.index.json`) says. Immutable.
///
/// @param weightMap the name of each tensor and the file name of the shard it is in, in the order
///   of the file; of a repeated name the last shard. Shard names are as they stand and may be
///   unsafe
/// @param totalSize the bytes of all tensors together, 0 or more; empty where the index does not
///   say or says something that is no such number
public record ShardIndex(SequencedMap<String, String> weightMap, OptionalLong totalSize) {

  public ShardIndex {
    weightMap = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(weightMap));
  }

  /// Reads the bytes of an index.
  ///
  /// @throws UnusableIndexException if they are not JSON with an object `weight_map` of strings
  public static ShardIndex parse(byte[] indexBytes) throws UnusableIndexException {
    return new ShardIndexParser().parse(indexBytes);
  }

  /// Whether a shard name is the plain name of a file beside the index: not empty, without
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

  /// The file names of the shards that may be opened, in the order of their first tensors.
  public SequencedSet<String> shardNames() {
    SequencedSet<String> names = new LinkedHashSet<>(weightMap.values());
    names.removeIf(name -> !isSafeShardName(name));
    return names;
  }

  /// What is wrong with the index: no tensors, or shard names that must not be opened.
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (weightMap.isEmpty()) {
      findings.add(
          Finding.of(
              FindingCode.INDEX_EMPTY, "The index names no tensor: its \"weight_map\" is empty."));
    }
    CappedFindings unsafe = new CappedFindings(FindingCode.UNSAFE_SHARD_NAME);
    for (String name : new LinkedHashSet<>(weightMap.values())) {
      if (!isSafeShardName(name)) {
        unsafe.add(() -> unsafeName(name));
      }
    }
    findings.addAll(unsafe.findings());
    return List.copyOf(findings);
  }

  private static Finding unsafeName(String name) {
    return Finding.of(
        FindingCode.UNSAFE_SHARD_NAME,
        "The index names a shard \"%s\": expected the name of a file in its own folder; not opened."
            .formatted(DisplayText.of(name)));
  }
}
