package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.Progress;

/// The planned index for the shards of a set, which is not yet written.
///
/// @param folder the folder of the index, without links
/// @param folderKey the key of the folder; empty if its file system has no keys
/// @param source the path of the old index, whose other members are copied
/// @param oldSha256 the hashes of the files at the source and at the target, in lowercase hex; has
///   no entry for a file that does not exist
/// @param shards the names of the indexed shards, in natural order
/// @param shardIdentities the file identities of the shards at the time of reading
/// @param isNeeded false if the old index is correct and is the target
/// @param obstacles the reasons why the index cannot be written; empty if it can be written
public record IndexPlan(
    Path folder,
    Optional<Object> folderKey,
    Path source,
    Path index,
    Map<Path, String> oldSha256,
    List<String> shards,
    Map<Path, FileIdentity> shardIdentities,
    long tensorCount,
    IndexChanges changes,
    boolean isNeeded,
    List<Sentence> obstacles,
    List<Sentence> notes,
    String text) {

  /// The open folder of an index.
  ///
  /// @param path the path without links
  /// @param key the key of the folder; empty if its file system has no keys
  /// @param handle leads to the open folder
  /// @param source opens a file of the folder for reading, even if another folder gets its path;
  ///   follows links of the current user and of root only
  public record Folder(
      Path path, Optional<Object> key, Path handle, IoFunction<Path, ByteSource> source) {}

  /// Plans the correct index. Reads the headers of all shards, and the bytes of tensors that are in
  /// several shards. Writes nothing.
  ///
  /// @param source the path of the old index; if it does not exist, its name determines the shards
  /// @param target the path of the new index, in the folder of `source`; may be equal to `source`
  /// @param progress reported after each shard, in shards
  /// @throws IOException if the folder, the old index or a shard cannot be read
  public static IndexPlan of(
      Folder folder, Path source, Path target, Cancellation cancellation, Progress progress)
      throws IOException {
    try (IndexPlanner planner = new IndexPlanner(folder, source, target, cancellation)) {
      return planner.plan(progress);
    }
  }

  /// Returns true if writing the index will replace an existing index.
  public boolean replaces() {
    return oldSha256.containsKey(index);
  }

  /// Returns true if the index is written under another name than the existing old index.
  public boolean copies() {
    return !source.equals(index) && oldSha256.containsKey(source);
  }
}
