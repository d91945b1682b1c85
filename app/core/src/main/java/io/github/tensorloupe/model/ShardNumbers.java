package io.github.tensorloupe.model;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ShardFamily.Numbered;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    String sentence =
        String.format(
            Locale.ROOT,
            "Of the %,d shards that the file names in the folder %s count, %,d %s missing%s: %s."
                + " %s",
            family.total(),
            folderName(index),
            missing.cardinality(),
            missing.cardinality() == 1 ? "is" : "are",
            indexed ? ", and the index does not name " + them(missing) + " either" : "",
            listed(family, missing),
            indexed
                ? "Download the index and what is missing again, or, if nothing else is missed,"
                    + " leave it so."
                : "Download what is missing again; the tensors in it cannot be loaded.");
    return Optional.of(Finding.of(FindingCode.SHARD_NUMBER_GAP, sentence));
  }

  /// A folder may hold many sets whose shards have the same names.
  private static String folderName(Path index) {
    Path folder = index.toAbsolutePath().normalize().getParent();
    return DisplayText.of(
        String.valueOf(folder.getFileName() == null ? folder : folder.getFileName()));
  }

  private static String them(BitSet missing) {
    return missing.cardinality() == 1 ? "it" : "them";
  }

  private static String listed(ShardFamily family, BitSet missing) {
    List<String> runs = new ArrayList<>();
    int begin = missing.nextSetBit(0);
    while (begin >= 0 && runs.size() < MAX_RUNS_TOLD) {
      int end = missing.nextClearBit(begin);
      String first = DisplayText.of(family.fileName(begin));
      runs.add(
          end == begin + 1 ? first : first + " to " + DisplayText.of(family.fileName(end - 1)));
      begin = missing.nextSetBit(end);
    }
    return String.join(", ", runs) + (begin >= 0 ? " and others" : "");
  }
}
