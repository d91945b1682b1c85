package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.integrity.doctor.FindingList.enumerated;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.text.Sentence;

/// The choice of the files of a folder that are the shards of a set: those that the index names,
/// and those that are numbered within the same set.
///
/// @param obstacles takes why nobody can say which they are
/// @param notes takes what is left out
record ShardChoice(List<Sentence> obstacles, List<Sentence> notes) {

  /// The names of the shards, in natural order.
  ///
  /// @param prefix with what the names of numbered shards begin
  /// @param index the old one, where it is usable
  /// @param files the names of all safetensors files in the folder, in natural order
  List<String> shards(String prefix, Optional<ShardIndex> index, List<String> files) {
    Set<String> named =
        index.<Set<String>>map(known -> new HashSet<>(known.shardNames())).orElse(Set.of());
    return files.stream().anyMatch(named::contains)
        ? byIndex(named, files)
        : byPrefix(prefix, files);
  }

  private List<String> byIndex(Set<String> named, List<String> files) {
    List<ShardName> there =
        files.stream()
            .filter(named::contains)
            .flatMap(name -> ShardName.of(name).stream())
            .toList();
    Set<Object> sets = there.stream().map(ShardName::set).collect(Collectors.toSet());
    Set<String> prefixes = there.stream().map(ShardName::prefix).collect(Collectors.toSet());
    List<String> shards = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (String file : files) {
      Optional<ShardName> name = ShardName.of(file);
      if (named.contains(file) || name.map(ShardName::set).filter(sets::contains).isPresent()) {
        shards.add(file);
      } else if (name.map(ShardName::prefix).filter(prefixes::contains).isPresent()) {
        leftOut.add(file);
      }
    }
    if (!leftOut.isEmpty()) {
      notes.add(
          Sentence.of("Left out, because numbered within another set: {0}.", enumerated(leftOut)));
    }
    return shards;
  }

  private List<String> byPrefix(String prefix, List<String> files) {
    Map<Integer, List<String>> byCount = new TreeMap<>();
    for (String file : files) {
      ShardName.of(file)
          .filter(name -> name.prefix().equals(prefix))
          .ifPresent(
              name -> byCount.computeIfAbsent(name.count(), _ -> new ArrayList<>()).add(file));
    }
    if (byCount.size() == 1) {
      List<String> shards = byCount.values().iterator().next();
      tellOfGaps(shards);
      return shards;
    }
    obstacles.add(
        byCount.keySet().stream()
            .map(count -> Sentence.joined("", List.of(count)))
            .reduce((first, next) -> Sentence.of("{0} and of {1}", first, next))
            .map(
                counts ->
                    Sentence.of(
                        "There are shards of several saves, of {0}: move the shards of other saves"
                            + " to another folder.",
                        counts))
            .orElseGet(
                () ->
                    Sentence.of(
                        "There are no shards: expected files like {0}-00001-of-00002.safetensors.",
                        DisplayText.of(prefix))));
    return List.of();
  }

  /// Tells of gaps in the numbers of the names. Nothing else does where no index names the shards.
  private void tellOfGaps(List<String> shards) {
    List<ShardName> names = shards.stream().flatMap(shard -> ShardName.of(shard).stream()).toList();
    int count = names.getFirst().count();
    Set<Integer> numbers = names.stream().map(ShardName::number).collect(Collectors.toSet());
    if (numbers.size() < count && names.getFirst().process().isEmpty()) {
      List<Integer> missing =
          IntStream.rangeClosed(1, count)
              .boxed()
              .filter(number -> !numbers.contains(number))
              .limit(3)
              .toList();
      obstacles.add(
          Sentence.of(
              "Of the {0} shards, {1} exist; number {2} is missing: get the missing ones first.",
              count, numbers.size(), Sentence.joined(", ", missing)));
    }
  }
}
