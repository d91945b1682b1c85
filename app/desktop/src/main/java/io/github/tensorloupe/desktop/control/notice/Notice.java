package io.github.tensorloupe.desktop.control.notice;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.text.Sentence;
import java.util.Objects;
import java.util.Optional;

/// Something to tell a person who may be looking elsewhere.
///
/// @param tone how much it matters
/// @param title what has ended or gone wrong
/// @param sentence what came of it; may be empty
/// @param action what can be done about it
/// @param failure what can be copied of it
public record Notice(
    Tone tone,
    String title,
    Sentence sentence,
    Optional<Action> action,
    Optional<Failure> failure) {

  /// How much a notice matters. A failure stays until somebody closes it.
  public enum Tone {
    SUCCESS,
    DANGER
  }

  /// Something that can be done about a notice.
  ///
  /// @param text of the button
  public record Action(String text, Runnable run) {}

  public Notice {
    Objects.requireNonNull(tone);
    Objects.requireNonNull(title);
    Objects.requireNonNull(sentence);
    Objects.requireNonNull(action);
    Objects.requireNonNull(failure);
  }

  /// That something has ended well.
  public static Notice success(String title, String sentence, Optional<Action> action) {
    return new Notice(Tone.SUCCESS, title, Sentence.of(sentence), action, Optional.empty());
  }

  /// That something has gone wrong.
  public static Notice danger(String title, Failure failure, Optional<Action> action) {
    return new Notice(Tone.DANGER, title, failure.sentence(), action, Optional.of(failure));
  }

  /// Whether it tells of the same failure as another one.
  boolean isSameFailure(Notice other) {
    Optional<Throwable> cause = failure.flatMap(Failure::cause);
    Optional<Throwable> otherCause = other.failure.flatMap(Failure::cause);
    return cause.isPresent() && otherCause.isPresent() && cause.get() == otherCause.get();
  }
}
