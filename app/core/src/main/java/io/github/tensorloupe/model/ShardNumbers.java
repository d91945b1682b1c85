package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ShardFamily.Numbered;
import io.github.tensorloupe.text.Sentence;

/// Looks for gaps in the numbers that the names of shards count.
final class ShardNumbers {

  /// A longer list of names tells nobody more.
  private static final int MAX_RUNS_TOLD = 8;

  private ShardNumbers() {}

  /// A finding for each family of names in which numbers are missing.
  ///
  /// @param names of the shards of one set, whether they are there or not
  /// @param present the names of all files in the folder
  /// @param index where the index of the set is, or would be
  /// @param indexed whether the index names the shards
  static List<Finding> gaps(
      Collection<String> names, Collection<String> present, Path index, boolean indexed) {
    Map<ShardFamily, BitSet> numbers = new LinkedHashMap<>();
    for (String name : names) {
      ShardFamily.of(name).ifPresent(numbered -> add(numbered, numbers));
    }
    for (String name : present) {
      ShardFamily.of(name)
          .filter(numbered -> numbers.containsKey(numbered.family()))
          .ifPresent(numbered -> add(numbered, numbers));
    }
    List<Finding> findings = new ArrayList<>();
    numbers.forEach((family, known) -> gap(family, known, index, indexed).ifPresent(findings::add));
    return findings;
  }

  private static void add(Numbered numbered, Map<ShardFamily, BitSet> numbers) {
    numbers.computeIfAbsent(numbered.family(), _ -> new BitSet()).set(numbered.number());
  }

  private static Optional<Finding> gap(
      ShardFamily family, BitSet known, Path index, boolean indexed) {
    // Some programs count from 0.
    int begin = known.get(0) ? 0 : 1;
    int end = begin + family.total();
    BitSet missing = new BitSet();
    missing.set(begin, end);
    missing.andNot(known);
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    int count = missing.cardinality();
    Sentence sentence =
        indexed
            ? Sentence.of(
                    "Of the {0} shards that the file names in the folder {1} count, {2} {2#is|are}"
                        + " missing, and the index does not name {2#it|them} either: {3}.",
                    family.total(), folderName(index), count, listed(family, missing))
                .then(
                    Sentence.of(
                        "Download the index and what is missing again, or, if nothing else is"
                            + " missed, leave it so."))
            : Sentence.of(
                    "Of the {0} shards that the file names in the folder {1} count, {2} {2#is|are}"
                        + " missing: {3}.",
                    family.total(), folderName(index), count, listed(family, missing))
                .then(
                    Sentence.of(
                        "Download what is missing again; the tensors in it cannot be loaded."));
    return Optional.of(Finding.of(FindingCode.SHARD_NUMBER_GAP, sentence));
  }

  /// A folder may hold many sets whose shards have the same names.
  private static String folderName(Path index) {
    Path folder = index.toAbsolutePath().normalize().getParent();
    return DisplayText.of(
        String.valueOf(folder.getFileName() == null ? folder : folder.getFileName()));
  }

  private static Sentence listed(ShardFamily family, BitSet missing) {
    List<Object> runs = new ArrayList<>();
    int begin = missing.nextSetBit(0);
    while (begin >= 0 && runs.size() < MAX_RUNS_TOLD) {
      int end = missing.nextClearBit(begin);
      String first = DisplayText.of(family.fileName(begin));
      runs.add(
          end == begin + 1
              ? first
              : Sentence.of("{0} to {1}", first, DisplayText.of(family.fileName(end - 1))));
      begin = missing.nextSetBit(end);
    }
    Sentence listed = Sentence.joined(", ", runs);
    return begin >= 0 ? Sentence.of("{0} and others", listed) : listed;
  }
}
