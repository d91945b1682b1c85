package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.ShardIndex;

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

  /// True if it is a set of shards and not a lone file.
  public boolean isSet() {
    return ShardSet.isIndexName(path);
  }
}
