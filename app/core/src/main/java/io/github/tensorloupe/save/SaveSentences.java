package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Sentence;

/// Messages and exceptions for failed saves.
final class SaveSentences {

  static final Sentence LOCKED = Sentence.of("another program is saving it or has locked it");
  static final Sentence OWNER_CAN_RECOVER =
      Sentence.of("The owner of its journal or the administrator can recover it.");
  static final Sentence UNCHANGED = Sentence.of("The file on disk is unchanged.");

  private SaveSentences() {}

  static Sentence reason(Throwable failure) {
    return switch (failure) {
      case AccessDeniedException e -> Sentence.of("no permission for {0}", PathText.ofFile(e));
      case NoSuchFileException e -> Sentence.of("{0} does not exist", PathText.ofFile(e));
      case FileAlreadyExistsException _ -> Sentence.of("a file with this name already exists");
      default -> WriteFailures.reason(failure);
    };
  }

  /// Returns the exception for a recovery that changed nothing and that would fail again.
  static SaveException notRecovered(Path target, Sentence reason) {
    return new SaveException(
        Sentence.of("{0} could not be recovered: {1}.", PathText.of(target), reason), true);
  }

  /// Returns the exception for a failure that left the file unchanged. Mentions the file on disk
  /// only if it exists.
  ///
  /// @param reason the reason, without a period
  static SaveException unchanged(Path target, Sentence reason) {
    Sentence sentence = Sentence.of("{0} was not saved: {1}.", PathText.of(target), reason);
    boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    return new SaveException(exists ? sentence.then(UNCHANGED) : sentence, true);
  }

  static SaveException unchanged(Path target, Sentence reason, Throwable cause) {
    SaveException failure = unchanged(target, reason);
    failure.initCause(cause);
    return failure;
  }

  /// Returns the exception for a file that has changed since it was opened.
  static SaveException changed(Path target, Path source) {
    return unchanged(
        target,
        target.equals(source)
            ? Sentence.of(
                "it has been changed by another program since it was opened; open it again")
            : Sentence.of(
                "{0} has been changed by another program since it was opened; open it again",
                PathText.of(source)));
  }

  /// Returns the exception for a target that another program replaced. The save may have swapped
  /// its name, so it is not reported as unchanged.
  static SaveException replaced(Path target, Throwable cause) {
    Sentence reason =
        Sentence.of("another program has replaced it since it was opened; open it again");
    Sentence sentence = Sentence.of("{0} was not saved: {1}.", PathText.of(target), reason);
    return new SaveException(sentence, true, cause);
  }
}
