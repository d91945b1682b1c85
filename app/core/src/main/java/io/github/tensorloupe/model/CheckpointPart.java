package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.text.Sentence;

/// A part of a checkpoint: the shards of one set, or a single file. A folder can contain several
/// parts, such as the components of a diffusion pipeline.
///
/// @param label the path of the folder or file relative to the opened folder; empty for the only
///   part
/// @param path the file, or the index of the set, which need not exist
/// @param index the index, or empty for a single file or if the index is unusable or does not exist
/// @param files the open files in natural order, owned by the checkpoint; a file named by two
///   indexes is in both parts
/// @param findings errors of the index, and missing or unreadable shards; excludes findings about
///   files
/// @param configurations the configuration files next to the file or index
public record CheckpointPart(
    String label,
    Path path,
    Optional<ShardIndex> index,
    List<TensorFile> files,
    List<Finding> findings,
    ConfigurationFiles configurations) {

  public CheckpointPart {
    files = List.copyOf(files);
    findings = List.copyOf(findings);
  }

  public CheckpointPart(
      String label,
      Path path,
      Optional<ShardIndex> index,
      List<TensorFile> files,
      List<Finding> findings) {
    this(label, path, index, files, findings, ConfigurationFiles.nextTo(path));
  }

  /// Returns the same part with other open files.
  public CheckpointPart with(List<TensorFile> open) {
    return new CheckpointPart(label, path, index, open, findings, configurations);
  }

  /// Returns the names of missing shards in natural order: names in the index or, without an index,
  /// missing numbers. Not escaped for display.
  ///
  /// @param limit the maximum number of missing numbers
  public List<String> missingShards(int limit) {
    Set<String> present =
        files.stream()
            .map(file -> String.valueOf(file.path().getFileName()))
            .collect(Collectors.toSet());
    Set<String> named = new HashSet<>();
    index.ifPresent(shardIndex -> named.addAll(shardIndex.shardNames()));
    if (isSet() && index.isEmpty()) {
      ShardName.numbers(present)
          .forEach(
              (family, numbers) ->
                  family.missing(numbers).stream()
                      // Shards saved by several processes have an unknown number of files.
                      .limit(family.hasProcessNumber() ? 0 : limit)
                      .mapToObj(family::fileName)
                      .forEach(named::add));
    }
    return named.stream()
        .filter(name -> !present.contains(name))
        .sorted(NaturalOrder.INSTANCE)
        .limit(limit)
        .toList();
  }

  /// A tensor named by the index whose shard is missing or has an unreadable header.
  public record AbsentTensor(String name, String shardName) {

    /// Returns the reason why the tensor cannot be displayed.
    public Sentence sentence() {
      return Sentence.of(
          "{0} is in the shard {1}, which is missing or cannot be read. Download it again, then"
              + " reload.",
          DisplayText.of(name), DisplayText.of(shardName));
    }
  }

  /// Returns the tensors in missing and unreadable shards, in index order. Takes constant time per
  /// shard if all shards are readable.
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

  /// Returns true if all shards of the set are open. False for a shard opened as a single file.
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
