package io.github.tensorloupe.text;

/// A failure with a message for users.
public interface Explained {

  /// Returns the message, with its full stop.
  Sentence sentence();
}
