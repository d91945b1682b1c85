package io.github.tensorloupe.desktop.error;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;

/// Feedback on an action in a pane.
///
/// @param sentence in the language of the window
/// @param isRefusal true if it was not done
/// @param failure what can be copied of it, where something has failed
public record Feedback(String sentence, boolean isRefusal, Optional<Failure> failure) {

  public static Feedback done(String sentence) {
    return new Feedback(sentence, false, Optional.empty());
  }

  /// That it cannot be done as it was asked for.
  public static Feedback refused(String sentence) {
    return new Feedback(sentence, true, Optional.empty());
  }

  /// That it has failed, in the words for the failure itself.
  public static Feedback failed(Throwable cause, Messages messages) {
    return failed(messages.sentence(Failures.sentence(cause)), cause);
  }

  /// @param sentence what has failed and why, in the language of the window
  public static Feedback failed(String sentence, Throwable cause) {
    return new Feedback(sentence, true, Optional.of(Failures.of(cause, sentence)));
  }
}
