package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;

/// The outcome of saving one file.
///
/// @param path the file as it was opened
/// @param target the file that was, or would have been, written
/// @param sentence in the language of the window
/// @param cause the exception, if there was one
record FileOutcome(
    Path path, Path target, Result result, String sentence, Optional<Throwable> cause) {

  /// The result of saving a file.
  enum Result {
    /// Written and confirmed durable.
    SAVED,
    /// Written; not confirmed to survive a power cut.
    UNCONFIRMED,
    /// Nothing had to be written.
    UNCHANGED,
    /// Refused or failed.
    FAILED,
    /// Refused or failed because the file has changed since it was opened.
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

  /// An outcome without an exception.
  FileOutcome(Path path, Path target, Result result, String sentence) {
    this(path, target, result, sentence, Optional.empty());
  }

  /// This outcome with its cause.
  FileOutcome because(Throwable thrown) {
    return new FileOutcome(path, target, result, sentence, Optional.of(thrown));
  }

  /// Returns true if the file on disk is as requested.
  boolean isDone() {
    return switch (result) {
      case SAVED, UNCONFIRMED, UNCHANGED -> true;
      case FAILED, CHANGED_ON_DISK, STOPPED -> false;
    };
  }

  /// Returns true if the user stopped the save.
  boolean isStopped() {
    return result == Result.STOPPED;
  }

  /// Returns true if bytes of the file were written.
  boolean isWritten() {
    return result == Result.SAVED || result == Result.UNCONFIRMED;
  }

  /// The message after a save that has succeeded.
  ///
  /// @param outcomes at least one, all of them done
  static String summary(List<FileOutcome> outcomes, Messages messages) {
    String saved =
        outcomes.size() == 1
            ? messages.sentence(outcomes.getFirst().sentence())
            : messages.text("save.done", Figures.count(outcomes.size()));
    return outcomes.stream().anyMatch(FileOutcome::isWritten)
        ? saved + " " + messages.text("save.done.tensors")
        : saved;
  }
}
