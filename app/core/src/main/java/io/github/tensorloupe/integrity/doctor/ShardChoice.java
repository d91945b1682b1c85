package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.integrity.doctor.FindingList.enumerated;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.text.Sentence;

/// Which files of a folder are the shards of a set: those that the index names, and those that are
/// numbered within the same set.
///
/// @param shards their names, in natural order
/// @param obstacles why nobody can say which they are
/// @param notes what is left out
record ShardChoice(List<String> shards, List<Sentence> obstacles, List<Sentence> notes) {

  /// @param prefix with what the names of numbered shards begin
  /// @param index the old one, where it is usable
  /// @param files the names of all safetensors files in the folder, in natural order
  static ShardChoice of(String prefix, Optional<ShardIndex> index, List<String> files) {
    Set<String> named =
        index.<Set<String>>map(known -> new LinkedHashSet<>(known.shardNames())).orElse(Set.of());
    List<String> there = files.stream().filter(named::contains).toList();
    return there.isEmpty() ? byPrefix(prefix, files) : byIndex(there, named, files);
  }

  private static ShardChoice byIndex(List<String> there, Set<String> named, List<String> files) {
    List<ShardName> known =
        there.stream().flatMap(name -> ShardName.of(name).stream()).distinct().toList();
    List<String> shards = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (String file : files) {
      Optional<ShardName> name = ShardName.of(file);
      if (named.contains(file)
          || name.filter(own -> known.stream().anyMatch(own::isOfSameSet)).isPresent()) {
        shards.add(file);
      } else if (name.filter(
              own -> known.stream().anyMatch(other -> own.prefix().equals(other.prefix())))
          .isPresent()) {
        leftOut.add(file);
      }
    }
    List<Sentence> notes =
        leftOut.isEmpty()
            ? List.of()
            : List.of(
                Sentence.of(
                    "Left out, because numbered within another set: {0}.", enumerated(leftOut)));
    return new ShardChoice(shards, List.of(), notes);
  }

  private static ShardChoice byPrefix(String prefix, List<String> files) {
    Map<Integer, List<String>> byCount = new TreeMap<>();
    for (String file : files) {
      ShardName.of(file)
          .filter(name -> name.prefix().equals(prefix))
          .ifPresent(
              name -> byCount.computeIfAbsent(name.count(), _ -> new ArrayList<>()).add(file));
    }
    if (byCount.isEmpty()) {
      return unknown(
          Sentence.of(
              "There are no shards: expected files like {0}-00001-of-00002.safetensors.",
              DisplayText.of(prefix)));
    }
    if (byCount.size() > 1) {
      Sentence counts =
          byCount.keySet().stream()
              .map(count -> Sentence.joined("", List.of(count)))
              .reduce((first, next) -> Sentence.of("{0} and of {1}", first, next))
              .orElseThrow();
      return unknown(
          Sentence.of(
              "There are shards of several saves, of {0}: delete those that do not belong to"
                  + " the checkpoint, or move them away.",
              counts));
    }
    List<String> shards = byCount.values().iterator().next();
    return new ShardChoice(shards, gaps(shards), List.of());
  }

  private static ShardChoice unknown(Sentence obstacle) {
    return new ShardChoice(List.of(), List.of(obstacle), List.of());
  }

  /// The gaps in the numbers of the names. Nothing else tells of them where no index names the
  /// shards.
  private static List<Sentence> gaps(List<String> shards) {
    List<ShardName> names = shards.stream().flatMap(shard -> ShardName.of(shard).stream()).toList();
    int count = names.getFirst().count();
    Set<Integer> numbers = names.stream().map(ShardName::number).collect(Collectors.toSet());
    if (numbers.size() >= count || names.getFirst().process().isPresent()) {
      return List.of();
    }
    List<Integer> missing =
        IntStream.rangeClosed(1, count)
            .filter(number -> !numbers.contains(number))
            .limit(3)
            .boxed()
            .toList();
    return List.of(
        Sentence.of(
            "Of the {0} shards, {1} exist; number {2} is missing: get the missing ones first.",
            count, numbers.size(), Sentence.joined(", ", missing)));
  }
}
