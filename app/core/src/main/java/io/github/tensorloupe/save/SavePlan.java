package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// A save before anything is written. Immutable.
///
/// @param path the file whose metadata was changed, as it was opened
/// @param target the file that would be written: links resolved, or the copy's path
/// @param isCopy true if `target` is another file than the one that was opened
/// @param replaces true if a file that is at `target` when it is saved may be replaced
/// @param strategy how the file would be changed
/// @param bytesToWrite how many bytes would be written, with the journal of a save in place; 0 or
///   more
/// @param header the new header and where it goes
/// @param identity what the file was when it was opened; a save is refused if it no longer is
/// @param surroundings who else sees the file
/// @param obstacles why the save would be refused; empty if it would not be
/// @param expectedTime how long it would take, roughly
/// @param options as they were asked for
public record SavePlan(
    Path path,
    Path target,
    boolean isCopy,
    boolean replaces,
    Strategy strategy,
    long bytesToWrite,
    PlannedHeader header,
    FileIdentity identity,
    FileSurroundings surroundings,
    List<Obstacle> obstacles,
    Duration expectedTime,
    SaveOptions options) {

  public SavePlan {
    obstacles = List.copyOf(obstacles);
  }

  /// The plan that remains once this has been carried out: nothing to do.
  public SavePlan repeated() {
    return new SavePlan(
        path,
        target,
        isCopy,
        replaces,
        Strategy.NONE,
        0,
        new PlannedHeader(header.lengthAfter(), header.bytes(), header.textLength()),
        identity,
        surroundings,
        List.of(),
        Duration.ZERO,
        options);
  }

  /// The obstacle to tell about first, if there is any.
  public Optional<Obstacle> obstacle() {
    return obstacles.stream().findFirst();
  }

  /// True if the SHA-256 of the whole file changes, and with it the AutoV2 hash, which is its
  /// beginning. The SHA-256 of the data buffer and AutoV3 never change.
  public boolean changesFileHash() {
    return strategy != Strategy.NONE;
  }
}
