package io.github.tensorloupe.desktop.error;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;

/// Feedback on an action in a pane.
///
/// @param sentence in the language of the window
/// @param isRefusal true if the action was not performed
/// @param failure details to copy, if the action has failed
public record Feedback(String sentence, boolean isRefusal, Optional<Failure> failure) {

  public static Feedback done(String sentence) {
    return new Feedback(sentence, false, Optional.empty());
  }

  /// Returns feedback that an action cannot be performed as requested.
  public static Feedback refused(String sentence) {
    return new Feedback(sentence, true, Optional.empty());
  }

  /// Returns feedback that an action has failed, with the message of the failure itself.
  public static Feedback failed(Throwable cause, Messages messages) {
    return failed(messages.sentence(Failures.sentence(cause)), cause);
  }

  /// @param sentence what has failed and why, in the language of the window
  public static Feedback failed(String sentence, Throwable cause) {
    return new Feedback(sentence, true, Optional.of(Failures.of(cause, sentence)));
  }
}
