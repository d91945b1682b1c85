package io.github.tensorloupe.model;

import module java.base;

/// The parsed file name of a numbered shard, such as `model.fp16-00002-of-00005.safetensors`.
/// Case-insensitive. The only parser of shard names.
public record ShardName(Family family, int number) {

  /// The base name of a set without a prefix, as in `00001-of-00002.safetensors`.
  private static final String DEFAULT_BASE_NAME = "model";

  private static final String PROCESS = "shard-";

  private static final Pattern NAME =
      Pattern.compile(
          "(?<process>shard-\\d{1,9}-)?(?<prefix>(.*[^-_][-_.])?)(?<number>\\d{5,6})(?<middle>[-_]of[-_])(?<total>\\d{5,6})"
              + "(?<suffix>(\\.[\\w-]+)?\\.safetensors)",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /// The common parts of the shard names of a set. A variant such as `fp16` precedes the number or
  /// follows the total. Names of PyTorch distributed checkpoints begin with a process number, as in
  /// `shard-00001-model-00002-of-00003`; the files of all processes are one family.
  ///
  /// @param hasProcessNumber true if the names begin with a process number
  /// @param prefix the text before the number, with its separator; may be empty
  /// @param middle the text between the number and the total, such as `-of-`
  /// @param suffix the text after the total, which ends in `.safetensors`
  public record Family(
      boolean hasProcessNumber,
      String prefix,
      int digitCount,
      String middle,
      String totalText,
      String suffix)
      implements Comparable<Family> {

    private static final Comparator<Family> ORDER =
        Comparator.comparing(Family::hasProcessNumber)
            .thenComparing(Family::prefix)
            .thenComparing(Family::digitCount)
            .thenComparing(Family::middle)
            .thenComparing(Family::totalText)
            .thenComparing(Family::suffix);

    /// Compares the components in order, so that hash maps stay fast if many families have the same
    /// hash code.
    @Override
    public int compareTo(Family other) {
      return ORDER.compare(this, other);
    }

    /// Returns the pattern of the shard names, with `*` for the numbers and the total.
    String patternOfAnyTotal() {
      return pattern("*", "*");
    }

    public int total() {
      return Integer.parseInt(totalText);
    }

    /// Returns the name of a shard, with `*` for the process number.
    public String fileName(int number) {
      return pattern(String.format("%0" + digitCount + "d", number), totalText);
    }

    /// Returns the base name of the set, such as `model` or `model.fp16`.
    public String baseName() {
      String name = prefix.isEmpty() ? DEFAULT_BASE_NAME : prefix.substring(0, prefix.length() - 1);
      return name + withoutSuffix(suffix);
    }

    /// Returns the pattern of the shard names, with `*` for the numbers.
    public String pattern() {
      return pattern("*", totalText);
    }

    public String indexName() {
      return baseName() + ShardSet.INDEX_SUFFIX;
    }

    private String pattern(String number, String total) {
      return (hasProcessNumber ? "shard-*-" : "") + prefix + number + middle + total + suffix;
    }

    /// Returns true if no shard number is missing.
    public boolean isComplete(NavigableSet<Integer> present) {
      return present.headSet(end(present)).size() == total();
    }

    /// Returns the missing shard numbers, in up to 125 KB of memory.
    public BitSet missing(NavigableSet<Integer> present) {
      BitSet missing = new BitSet();
      missing.set(end(present) - total(), end(present));
      present.forEach(missing::clear);
      return missing;
    }

    /// Returns the shard numbers above the total, in up to 125 KB of memory.
    public BitSet beyond(NavigableSet<Integer> present) {
      BitSet beyond = new BitSet();
      present.tailSet(end(present)).forEach(beyond::set);
      return beyond;
    }

    private int end(NavigableSet<Integer> present) {
      // Some programs number shards from 0.
      return present.contains(0) ? total() : total() + 1;
    }
  }

  /// Parses a file name. Returns empty if it is not the name of a shard.
  public static Optional<ShardName> of(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Family family =
        new Family(
            matcher.group("process") != null,
            matcher.group("prefix"),
            matcher.group("number").length(),
            matcher.group("middle"),
            matcher.group("total"),
            matcher.group("suffix"));
    return Optional.of(new ShardName(family, Integer.parseInt(matcher.group("number"))));
  }

  /// Returns the family of a shard's file name, or empty if it is not the name of a shard.
  public static Optional<Family> familyOf(String fileName) {
    return of(fileName).map(ShardName::family);
  }

  /// Returns the shard numbers by family, in the order of the file names.
  public static SequencedMap<Family, NavigableSet<Integer>> numbers(Collection<String> fileNames) {
    // Bit sets would exhaust memory if an index names many families with one large number each.
    SequencedMap<Family, NavigableSet<Integer>> numbers = new LinkedHashMap<>();
    for (String fileName : fileNames) {
      of(fileName)
          .ifPresent(
              name -> numbers.computeIfAbsent(name.family, _ -> new TreeSet<>()).add(name.number));
    }
    return numbers;
  }

  /// Returns a short name for lists, without the prefix of the set: `…-00002-of-00005`,
  /// `…-00002-of-00005.fp16`. Returns names of other files unchanged.
  static String brief(String fileName) {
    Optional<Family> family = familyOf(fileName);
    if (family.isEmpty()) {
      return fileName;
    }
    String prefix = family.get().prefix();
    int begin = family.get().hasProcessNumber() ? fileName.indexOf('-', PROCESS.length()) + 1 : 0;
    return fileName.substring(0, begin)
        + (prefix.length() > 2 ? "…" + prefix.substring(prefix.length() - 1) : prefix)
        + withoutSuffix(fileName.substring(begin + prefix.length()));
  }

  private static String withoutSuffix(String suffix) {
    return suffix.substring(0, suffix.length() - CheckpointFinder.FILE_SUFFIX.length());
  }

  static boolean isInSet(String baseName, String fileName) {
    return familyOf(fileName).filter(family -> family.baseName().equals(baseName)).isPresent();
  }

  /// Returns true if the file belongs to a set. A shard with a total of 1 is a single file unless
  /// each process has one.
  public boolean isOfSet() {
    return family.total() > 1 || family.hasProcessNumber || number > family.total();
  }
}
