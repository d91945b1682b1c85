package io.github.tensorloupe.desktop.pane.save;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// What became of one file of a save.
///
/// @param path the file as it was opened
/// @param target the file that was, or would have been, written
/// @param result how it ended
/// @param sentence for a person
/// @param cause what was thrown, where something was
record FileOutcome(
    Path path, Path target, Result result, String sentence, Optional<Throwable> cause) {

  /// How a save ended for one file.
  enum Result {
    /// Written, and confirmed by the disk.
    SAVED,
    /// Written; whether it survives a power cut is not confirmed.
    UNCONFIRMED,
    /// There was nothing to write.
    UNCHANGED,
    /// Refused or failed.
    FAILED,
    /// Refused or failed, and the file is no longer the one that was opened.
    CHANGED_ON_DISK,
    /// Stopped before anything was changed.
    STOPPED
  }

  FileOutcome {
    Objects.requireNonNull(path);
    Objects.requireNonNull(target);
    Objects.requireNonNull(result);
    Objects.requireNonNull(sentence);
    Objects.requireNonNull(cause);
  }

  /// An outcome that nothing was thrown for.
  FileOutcome(Path path, Path target, Result result, String sentence) {
    this(path, target, result, sentence, Optional.empty());
  }

  /// The same, with what was thrown.
  FileOutcome because(Throwable thrown) {
    return new FileOutcome(path, target, result, sentence, Optional.of(thrown));
  }

  /// Whether the file on the disk is now as it was to be.
  boolean isAsWanted() {
    return switch (result) {
      case SAVED, UNCONFIRMED, UNCHANGED -> true;
      case FAILED, CHANGED_ON_DISK, STOPPED -> false;
    };
  }

  /// Whether nobody wanted it any more.
  boolean isStopped() {
    return result == Result.STOPPED;
  }

  /// Whether bytes of the file have been written.
  boolean isWritten() {
    return result == Result.SAVED || result == Result.UNCONFIRMED;
  }
}
