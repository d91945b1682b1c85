package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// A planned save. Immutable.
///
/// @param path the path under which the file was opened
/// @param target the path to write, with links resolved
/// @param isCopy true if the target is not the opened file
/// @param replaced the file to replace, or empty if the target does not exist or must not be
///   replaced
/// @param bytesToWrite the number of bytes to write, including the journal of an in-place save; 0
///   or more
/// @param identity the identity of the opened file; the save is refused if the file has changed
/// @param links the links to the file and the signature that covers it
/// @param obstacles the reasons to refuse the save; empty if the plan can be executed
public record SavePlan(
    Path path,
    Path target,
    boolean isCopy,
    Optional<FileIdentity> replaced,
    Strategy strategy,
    long bytesToWrite,
    PlannedHeader header,
    FileIdentity identity,
    FileLinks links,
    List<Obstacle> obstacles,
    SaveOptions options) {

  /// A typical write speed.
  private static final long ASSUMED_BYTES_PER_SECOND = 400_000_000;

  /// The links to a file and the signature that covers it.
  ///
  /// @param linkTarget the file to change, if the path is a symbolic link
  /// @param hardLinkCount the number of names of the file, 1 if unknown
  /// @param cacheBlob the name of the file in a Hugging Face cache, which is its hash
  /// @param signature the signature that covers the file and that a save invalidates
  public record FileLinks(
      Optional<Path> linkTarget,
      int hardLinkCount,
      Optional<String> cacheBlob,
      Optional<Path> signature) {}

  public SavePlan {
    obstacles = List.copyOf(obstacles);
  }

  /// Returns a plan without changes, for the state after this plan has been executed.
  public SavePlan repeated() {
    PlannedHeader now =
        new PlannedHeader(header.lengthAfter(), header.bytes(), header.textLength());
    Strategy none = Strategy.NONE;
    return new SavePlan(
        path, target, isCopy, replaced, none, 0, now, identity, links, List.of(), options);
  }

  /// Checks that an open file is the planned file and is unchanged.
  ///
  /// @throws SaveException if the file is another one or has changed, or if the target of a copy
  ///   exists
  void requireUnchanged(FileOperations operations, OpenFile file) throws IOException {
    Path source = operations.realPath(path);
    if (!isCopy && !source.equals(target)) {
      throw SaveSentences.unchanged(
          target,
          Sentence.of("{0} now leads to {1} instead", PathText.of(path), PathText.of(source)));
    }
    if (replaced.isEmpty() && operations.exists(target)) {
      throw SaveSentences.unchanged(
          target, Sentence.of("another program has created a file with this name meanwhile"));
    }
    FileIdentity now = operations.identity(file.handle());
    if (!now.equals(identity)) {
      throw now.equals(identity.withFileKey(now.fileKey()))
          ? SaveSentences.unchanged(
              target,
              Sentence.of(
                  "its inode number has changed since it was opened, though its length, time and"
                      + " header have not: it was replaced by a copy of itself, or its file system"
                      + " does not keep inode numbers; open it again, or edit it on another disk"))
          : SaveSentences.changed(target, source);
    }
    int linkCount = operations.hardLinkCount(file.handle());
    if (!isCopy && linkCount != links.hardLinkCount()) {
      throw SaveSentences.unchanged(
          target,
          Sentence.of(
              "the number of its names (hard links) has changed from {0} to {1} since the plan",
              links.hardLinkCount(), linkCount));
    }
  }

  Optional<String> replacedKey() {
    return replaced.flatMap(FileIdentity::fileKey);
  }

  /// Returns true if the target path leads to this file.
  boolean isTarget(FileOperations operations, OpenFile file) throws IOException {
    try {
      return operations.realPath(target).equals(target)
          && FileOperations.isAt(operations, target, file);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Returns the estimated duration of writing.
  public Duration expectedTime() {
    return Duration.ofMillis(bytesToWrite * 1000 / ASSUMED_BYTES_PER_SECOND);
  }

  /// Returns the most important obstacle, or empty.
  public Optional<Obstacle> obstacle() {
    return obstacles.stream().findFirst();
  }

  /// Returns true if the save changes the SHA-256 of the file and therefore its prefix, the AutoV2
  /// hash. The SHA-256 of the data buffer and the AutoV3 hash never change.
  public boolean changesFileHash() {
    return strategy != Strategy.NONE;
  }
}
