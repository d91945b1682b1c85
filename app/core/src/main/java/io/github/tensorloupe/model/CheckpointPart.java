package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.text.Sentence;

/// Files of a checkpoint that belong together: the shards of one set, or a file of its own. A
/// folder may hold several such parts, as the components of a diffusion pipeline.
///
/// @param label what tells it from the other parts: the path of its folder or file from the opened
///   folder on; empty where it is the only part
/// @param path the index of the set, of a set without index the place where it would be written; or
///   the file
/// @param index what the index says; empty for a lone file, and where the index is unusable or
///   there is none
/// @param files the open files, in natural order; owned by the checkpoint. A file that two indexes
///   name is in both parts
/// @param findings what is wrong with the index and which files are missing; the files have their
///   own
public record CheckpointPart(
    String label,
    Path path,
    Optional<ShardIndex> index,
    List<TensorFile> files,
    List<Finding> findings) {

  public CheckpointPart {
    files = List.copyOf(files);
    findings = List.copyOf(findings);
  }

  /// The names of the shards that are not there, in natural order: those that the index names, or
  /// those whose numbers are left out where there is none. As unsafe to show as the index makes it.
  ///
  /// @param limit the most names
  public List<String> missingShards(int limit) {
    Set<String> present =
        files.stream()
            .map(file -> String.valueOf(file.path().getFileName()))
            .collect(Collectors.toSet());
    Set<String> named = new HashSet<>();
    index.ifPresent(it -> named.addAll(it.shardNames()));
    if (isSet() && index.isEmpty()) {
      ShardName.numbers(present)
          .forEach(
              (family, numbers) ->
                  family.missing(numbers).stream()
                      // The number of files of several processes is unknown.
                      .limit(family.byProcess() ? 0 : limit)
                      .mapToObj(family::fileName)
                      .forEach(named::add));
    }
    return named.stream()
        .filter(name -> !present.contains(name))
        .sorted(NaturalOrder.INSTANCE)
        .limit(limit)
        .toList();
  }

  /// A tensor of which only the index knows: it says that it is in a shard that is not there, or
  /// whose header cannot be read, and no other shard has it.
  public record AbsentTensor(String name, String shardName) {

    /// Why nothing of the tensor can be shown.
    public Sentence sentence() {
      return Sentence.of(
          "{0} is in the shard {1}, which is missing or cannot be read. Download it again, then"
              + " reload.",
          DisplayText.of(name), DisplayText.of(shardName));
    }
  }

  /// The tensors that the index puts into shards of which nothing is known, in its order. Takes
  /// time in proportion to the index only where there are such shards.
  public List<AbsentTensor> absentTensors() {
    if (index.isEmpty()) {
      return List.of();
    }
    Set<String> known = new HashSet<>();
    files.stream()
        .filter(file -> file.reading().headerParsed())
        .forEach(file -> known.add(String.valueOf(file.path().getFileName())));
    if (known.containsAll(index.get().tensorCounts().keySet())) {
      return List.of();
    }
    Set<String> present = new HashSet<>();
    files.forEach(file -> file.header().tensors().forEach(info -> present.add(info.name())));
    List<AbsentTensor> absent = new ArrayList<>();
    index
        .get()
        .weightMap()
        .forEach(
            (name, shard) -> {
              if (!known.contains(shard) && !present.contains(name)) {
                absent.add(new AbsentTensor(name, shard));
              }
            });
    return absent;
  }

  /// True if no tensors are known to lie in files that are not open: shards that are missing, or
  /// the others of a shard that was opened by itself.
  public boolean isWhole() {
    return isSet()
        ? missingShards(1).isEmpty() && absentTensors().isEmpty()
        : files.stream()
            .flatMap(file -> ShardName.familyOf(String.valueOf(file.path().getFileName())).stream())
            .noneMatch(family -> family.total() > 1);
  }

  public boolean isSet() {
    return ShardSet.isIndexName(path);
  }
}
