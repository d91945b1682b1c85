package io.github.tensorloupe.model;

import module java.base;

/// The common form of the names of the shards of one set: all of `model.fp16-00002-of-00005` but
/// its number. The variant (`fp16`) stands before the number or behind it. PyTorch's distributed
/// checkpoints put the number of the process first, as in `shard-00001-model-00002-of-00003`; the
/// files of all processes are one family.
///
/// @param byProcess true if the number of a process stands first
/// @param prefix the name up to the number, with the `-` or `_` at its end
/// @param middle what stands between number and total, such as `-of-`
/// @param suffix what stands behind the total, with `.safetensors` at its end
record ShardFamily(
    boolean byProcess,
    String prefix,
    int digitCount,
    String middle,
    String totalText,
    String suffix) {

  record Numbered(ShardFamily family, int number) {}

  /// The name of a shard without what all shards of its set begin and end with, so that the number
  /// stays in sight where there is little room: `…-00002-of-00005`, `…-00002-of-00005.fp16`. Other
  /// names stay as they are.
  static String brief(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    if (!matcher.matches()) {
      return fileName;
    }
    String prefix = matcher.group("prefix");
    String suffix = matcher.group("suffix");
    return Objects.requireNonNullElse(matcher.group("process"), "")
        + (prefix.length() > 2 ? "…" + prefix.substring(prefix.length() - 1) : prefix)
        + matcher.group("number")
        + matcher.group("middle")
        + matcher.group("total")
        + suffix.substring(0, suffix.length() - CheckpointFinder.FILE_SUFFIX.length());
  }

  private static final Pattern NAME =
      Pattern.compile(
          "(?<process>shard-\\d{1,9}-)?(?<prefix>.*[^-_][-_])(?<number>\\d{5,6})(?<middle>[-_]of[-_])(?<total>\\d{5,6})"
              + "(?<suffix>(\\.[\\w-]+)?\\.safetensors)",
          Pattern.DOTALL);

  /// The family and number of a file name; empty where it is not named like a shard.
  static Optional<Numbered> of(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    ShardFamily family =
        new ShardFamily(
            matcher.group("process") != null,
            matcher.group("prefix"),
            matcher.group("number").length(),
            matcher.group("middle"),
            matcher.group("total"),
            matcher.group("suffix"));
    return Optional.of(new Numbered(family, Integer.parseInt(matcher.group("number"))));
  }

  /// True if a file is named like a shard of the set with this name.
  static boolean isNamedAs(String baseName, String fileName) {
    return of(fileName).filter(each -> each.family.baseName().equals(baseName)).isPresent();
  }

  /// True if the names of both are the same but for their numbers and totals.
  boolean differsInTotal(ShardFamily other) {
    return total() != other.total() && pattern("*", "*").equals(other.pattern("*", "*"));
  }

  int total() {
    return Integer.parseInt(totalText);
  }

  /// The name of the shard with this number; of any process where there are several.
  String fileName(int number) {
    return pattern(String.format("%0" + digitCount + "d", number), totalText);
  }

  /// The name of the set, such as `model` or `model.fp16`.
  String baseName() {
    return prefix.substring(0, prefix.length() - 1)
        + suffix.substring(0, suffix.length() - CheckpointFinder.FILE_SUFFIX.length());
  }

  String pattern() {
    return pattern("*", totalText);
  }

  String indexName() {
    return baseName() + ShardSet.INDEX_SUFFIX;
  }

  private String pattern(String number, String total) {
    return (byProcess ? "shard-*-" : "") + prefix + number + middle + total + suffix;
  }
}
