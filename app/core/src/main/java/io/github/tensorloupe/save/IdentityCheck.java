package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// Checks that the files are still those that a plan was made for.
final class IdentityCheck {

  private IdentityCheck() {}

  /// @throws SaveException if the path leads elsewhere, the file has changed, or the name of a copy
  ///   has been taken
  /// @throws IOException if that cannot be found out
  static void isUnchanged(FileOperations operations, SavePlan plan) throws IOException {
    Path source = operations.realPath(plan.path());
    if (!plan.isCopy() && !source.equals(plan.target())) {
      throw SaveSentences.unchanged(
          plan.target(),
          Sentence.of(
              "{0} now leads to {1} instead", PathText.of(plan.path()), PathText.of(source)),
          null);
    }
    if (!plan.replaces() && operations.exists(plan.target())) {
      throw SaveSentences.unchanged(
          plan.target(),
          Sentence.of("another program has made a file of this name meanwhile"),
          null);
    }
    FileIdentity now = operations.identity(source);
    if (now.equals(plan.identity())) {
      return;
    }
    if (now.equals(plan.identity().withFileKey(now.fileKey()))) {
      throw SaveSentences.unchanged(
          plan.target(),
          Sentence.of(
              "its inode number has changed since it was opened, though its length, time and header"
                  + " have not: it was replaced by a copy of itself, or its file system does not"
                  + " keep inode numbers; open it again, or edit it on another disk"),
          null);
    }
    throw changed(plan.target(), source, null);
  }

  /// The refusal where a file has changed.
  static SaveException changed(Path target, Path source, Throwable cause) {
    return SaveSentences.unchanged(
        target,
        target.equals(source)
            ? Sentence.of(
                "it has been changed by another program since it was opened; open it again")
            : Sentence.of(
                "{0} has been changed by another program since it was opened; open it again",
                PathText.of(source)),
        cause);
  }
}
