package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The index that is right for the shards of a set, before it is written. Immutable.
///
/// @param oldSha256 the hash of the index that is there, in lower-case hex; empty where none is
/// @param shards the names of the shards that it is for, in natural order
/// @param shardIdentities what these files were when they were read
/// @param changes what it says otherwise than the old one
/// @param isNeeded true if the old one is not right as it is
/// @param obstacles why it cannot be written; empty where it can be
/// @param notes what else is worth knowing
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

  /// Finds out what the right index is. Reads the headers of all shards, and where a tensor is in
  /// two of them, its bytes. Writes nothing.
  ///
  /// @param source the old index, or the place that a new one would have, whose name then says
  ///   which files are its shards
  /// @param target a file in the same folder, which may be the same
  /// @param progress reported after each shard, in shards
  /// @throws IOException if the folder, the old index or a shard cannot be read
  public static IndexPlan of(Path source, Path target, Cancellation cancellation, Progress progress)
      throws IOException {
    try (IndexPlanner planner = new IndexPlanner(source, target, cancellation)) {
      return planner.plan(progress);
    }
  }

  /// True if an index is there that gives way.
  public boolean replaces() {
    return oldSha256.isPresent();
  }

  /// Makes sure that old index and shards are still what they were.
  ///
  /// @throws IOException if one of them is not, or cannot be read
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

  /// The hash of the file that a path leads to now; empty where there is none.
  public static Optional<String> sha256Of(Path path) throws IOException {
    return Files.exists(path)
        ? Optional.of(HexFormat.of().formatHex(Sha256.digest().digest(Files.readAllBytes(path))))
        : Optional.empty();
  }

  private static SentenceException changed(Path file) {
    return new SentenceException(
        "{0} was changed by another program meanwhile; no index was written. Look again.",
        PathText.of(file));
  }
}
