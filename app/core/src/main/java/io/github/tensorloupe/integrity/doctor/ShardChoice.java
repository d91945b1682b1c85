package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.integrity.doctor.FindingList.enumerated;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.text.Sentence;

/// Selects the shards for a new index from the files of a folder: the files in the old index and
/// other files of their families. Adds obstacles and notes on skipped files to the lists.
record ShardChoice(List<Sentence> obstacles, List<Sentence> notes) {

  /// Returns the names of the selected shards among files in natural order.
  List<String> shards(String baseName, Optional<ShardIndex> index, List<String> files) {
    Set<String> named =
        index.<Set<String>>map(known -> new HashSet<>(known.shardNames())).orElse(Set.of());
    return files.stream().anyMatch(named::contains)
        ? byIndex(named, files)
        : byName(baseName, files);
  }

  private List<String> byIndex(Set<String> named, List<String> files) {
    Set<Family> sets = ShardName.numbers(files.stream().filter(named::contains).toList()).keySet();
    Set<String> baseNames = sets.stream().map(Family::baseName).collect(Collectors.toSet());
    List<String> shards = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (String file : files) {
      Optional<Family> family = ShardName.familyOf(file);
      if (named.contains(file) || family.filter(sets::contains).isPresent()) {
        shards.add(file);
      } else if (family.map(Family::baseName).filter(baseNames::contains).isPresent()) {
        leftOut.add(file);
      }
    }
    // A complete index may omit numbers, but the numbers that an old index does not name are
    // unknown.
    if (shards.size() > named.size() && new HashSet<>(shards).containsAll(named)) {
      SequencedMap<Family, NavigableSet<Integer>> numbers = ShardName.numbers(shards);
      sets.forEach(family -> reportGaps(family, numbers.get(family)));
    }
    if (!leftOut.isEmpty()) {
      notes.add(
          Sentence.of(
              "Left out, because numbered as part of another set: {0}.", enumerated(leftOut)));
    }
    return shards;
  }

  private List<String> byName(String baseName, List<String> files) {
    SequencedMap<Family, NavigableSet<Integer>> sets = ShardName.numbers(files);
    sets.keySet().removeIf(family -> !family.baseName().equals(baseName));
    if (sets.size() == 1) {
      reportGaps(sets.firstEntry().getKey(), sets.firstEntry().getValue());
      List<String> shards = new ArrayList<>(files);
      shards.removeIf(file -> ShardName.familyOf(file).filter(sets::containsKey).isEmpty());
      return shards;
    }
    if (sets.isEmpty()) {
      obstacles.add(
          Sentence.of(
              "No shards found: expected files such as {0}-00001-of-00002.safetensors.",
              DisplayText.of(baseName)));
    } else {
      obstacles.add(
          Sentence.of(
              "The folder contains shards of several saves, with totals of {0}: move the shards of"
                  + " other saves to another folder.",
              sets.keySet().stream()
                  .map(family -> Sentence.joined("", List.of(family.total())))
                  .reduce((first, next) -> Sentence.of("{0} and of {1}", first, next))
                  .orElseThrow()));
    }
    return List.of();
  }

  /// Reports missing numbers and numbers beyond the count.
  private void reportGaps(Family family, NavigableSet<Integer> numbers) {
    BitSet missing = family.missing(numbers);
    BitSet beyond = family.beyond(numbers);
    if (!missing.isEmpty()) {
      obstacles.add(
          Sentence.of(
              "Only {1} of {0} shards exist; number {2} is missing: download the missing shards"
                  + " first.",
              family.total(),
              family.total() - missing.cardinality(),
              Sentence.joined(", ", missing.stream().limit(3).boxed().toList())));
    } else if (!beyond.isEmpty()) {
      obstacles.add(
          Sentence.of(
              "{0} has a number greater than the number of shards in its set.",
              DisplayText.of(family.fileName(beyond.nextSetBit(0)))));
    }
  }
}
