package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The planned index for the shards of a set, which is not yet written. Immutable.
///
/// @param oldSha256 the SHA-256 of the existing index, in lower-case hex; empty if no index exists
/// @param shards the names of the indexed shards, in natural order
/// @param shardIdentities the file identities of the shards at the time of reading
/// @param changes the differences from the old index
/// @param isNeeded false if the old index is correct and is the target
/// @param obstacles the reasons why the index cannot be written; empty if it can be written
/// @param notes further messages for the user
public record IndexPlan(
    Path index,
    Optional<String> oldSha256,
    List<String> shards,
    Map<Path, FileIdentity> shardIdentities,
    long tensorCount,
    IndexChanges changes,
    boolean isNeeded,
    List<Sentence> obstacles,
    List<Sentence> notes,
    String text) {

  public IndexPlan {
    shards = List.copyOf(shards);
    shardIdentities = Map.copyOf(shardIdentities);
    obstacles = List.copyOf(obstacles);
    notes = List.copyOf(notes);
  }

  /// Plans the correct index. Reads the headers of all shards, and the bytes of tensors that occur
  /// in several shards. Writes nothing.
  ///
  /// @param source the path of the old index; if it does not exist, its name determines the shards
  /// @param target the path of the new index, in the folder of `source`; may be equal to `source`
  /// @param progress reported after each shard, in shards
  /// @throws IOException if the folder, the old index or a shard cannot be read
  public static IndexPlan of(Path source, Path target, Cancellation cancellation, Progress progress)
      throws IOException {
    try (IndexPlanner planner = new IndexPlanner(source, target, cancellation)) {
      return planner.plan(progress);
    }
  }

  /// Returns true if writing the index will replace an existing index.
  public boolean replaces() {
    return oldSha256.isPresent();
  }

  /// Verifies that the old index and the shards are unchanged.
  ///
  /// @throws IOException if a file has changed or cannot be read
  public void requireUnchanged() throws IOException {
    if (!sha256Of(index).equals(oldSha256)) {
      throw changed(index);
    }
    for (Map.Entry<Path, FileIdentity> shard : shardIdentities.entrySet()) {
      if (!FileIdentity.of(shard.getKey()).equals(shard.getValue())) {
        throw changed(shard.getKey());
      }
    }
  }

  /// Returns the SHA-256 of a file in lower-case hex, or empty if the file does not exist.
  public static Optional<String> sha256Of(Path path) throws IOException {
    return Files.exists(path)
        ? Optional.of(Sha256.hex(Files.readAllBytes(path)))
        : Optional.empty();
  }

  private static SentenceException changed(Path file) {
    return new SentenceException(
        "{0} was changed by another program in the meantime; no index was written. Check again.",
        PathText.of(file));
  }
}
