package io.github.tensorloupe.desktop.control.notice;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.text.Sentence;

/// A notification shown over the window.
///
/// @param tone success closes by itself, everything else stays until it is closed
/// @param sentence the result; may be empty
public record Notice(
    Tone tone,
    String title,
    Sentence sentence,
    Optional<Action> action,
    Optional<Failure> failure) {

  public record Action(String text, Runnable run) {}

  public static Notice success(String title, String sentence, Optional<Action> action) {
    return new Notice(Tone.SUCCESS, title, Sentence.of(sentence), action, Optional.empty());
  }

  public static Notice danger(String title, Failure failure, Optional<Action> action) {
    return new Notice(Tone.DANGER, title, failure.sentence(), action, Optional.of(failure));
  }

  boolean isSameFailure(Notice other) {
    Optional<Throwable> cause = failure.flatMap(Failure::cause);
    Optional<Throwable> otherCause = other.failure.flatMap(Failure::cause);
    return cause.isPresent() && otherCause.isPresent() && cause.get() == otherCause.get();
  }
}
