package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// A save before anything is written. Immutable.
///
/// @param path the file whose metadata was changed, as it was opened
/// @param target the file that would be written: links resolved, or the copy's path
/// @param isCopy true if `target` is another file than the one that was opened
/// @param replaced the file that gives way to the new one; empty if `target` does not exist, or if
///   it must not be replaced
/// @param bytesToWrite how many bytes would be written, with the journal of a save in place; 0 or
///   more
/// @param identity what the file was when it was opened; a save is refused if it no longer is
/// @param surroundings who else sees the file
/// @param obstacles why the save would be refused; empty if it would not be
public record SavePlan(
    Path path,
    Path target,
    boolean isCopy,
    Optional<FileIdentity> replaced,
    Strategy strategy,
    long bytesToWrite,
    PlannedHeader header,
    FileIdentity identity,
    FileSurroundings surroundings,
    List<Obstacle> obstacles,
    SaveOptions options) {

  /// The bytes that an average disk writes in a second.
  private static final long ASSUMED_BYTES_PER_SECOND = 400_000_000;

  /// The other places from which the file is seen that a save changes.
  ///
  /// @param linkTarget the file that changes where the path itself is a symbolic link
  /// @param hardLinkCount the number of names of the file, including this one; 1 if not known
  /// @param cacheBlob the name, a hash, under which a Hugging Face cache keeps the file
  /// @param signature beside the file or above it, which lists the file and no longer matches once
  ///   it has changed
  public record FileSurroundings(
      Optional<Path> linkTarget,
      int hardLinkCount,
      Optional<String> cacheBlob,
      Optional<Path> signature) {}

  public SavePlan {
    obstacles = List.copyOf(obstacles);
  }

  /// The plan that remains once this has been carried out: nothing to do.
  public SavePlan repeated() {
    PlannedHeader now =
        new PlannedHeader(header.lengthAfter(), header.bytes(), header.textLength());
    Strategy none = Strategy.NONE;
    return new SavePlan(
        path, target, isCopy, replaced, none, 0, now, identity, surroundings, List.of(), options);
  }

  /// @param file the file to read or to write, open
  /// @throws SaveException if it is not the file of this plan, the file has changed, or the name of
  ///   a copy has been taken
  void requireUnchanged(FileOperations operations, OpenFile file) throws IOException {
    Path source = operations.realPath(path);
    if (!isCopy && !source.equals(target)) {
      throw SaveSentences.unchanged(
          target,
          Sentence.of("{0} now leads to {1} instead", PathText.of(path), PathText.of(source)),
          null);
    }
    if (replaced.isEmpty() && operations.exists(target)) {
      throw SaveSentences.unchanged(
          target, Sentence.of("another program has created a file with this name meanwhile"), null);
    }
    FileIdentity now = operations.identity(file.handle());
    if (!now.equals(identity)) {
      throw now.equals(identity.withFileKey(now.fileKey()))
          ? SaveSentences.unchanged(
              target,
              Sentence.of(
                  "its inode number has changed since it was opened, though its length, time and"
                      + " header have not: it was replaced by a copy of itself, or its file system"
                      + " does not keep inode numbers; open it again, or edit it on another disk"),
              null)
          : SaveSentences.changed(target, source, null);
    }
    int linkCount = operations.hardLinkCount(file.handle());
    if (!isCopy && linkCount != surroundings.hardLinkCount()) {
      throw SaveSentences.unchanged(
          target,
          Sentence.of(
              "the number of its names (hard links) has changed from {0} to {1} since the plan",
              surroundings.hardLinkCount(), linkCount),
          null);
    }
  }

  /// The key of the replaced file; empty if a rewrite replaces nothing, or if its file system has
  /// no keys.
  Optional<String> replacedKey() {
    return replaced.flatMap(FileIdentity::fileKey);
  }

  /// True if the path of the target leads to this file.
  boolean isTarget(FileOperations operations, OpenFile file) throws IOException {
    try {
      return operations.realPath(target).equals(target)
          && FileOperations.isAt(operations, target, file);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// The time that writing takes, roughly.
  public Duration expectedTime() {
    return Duration.ofMillis(bytesToWrite * 1000 / ASSUMED_BYTES_PER_SECOND);
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
