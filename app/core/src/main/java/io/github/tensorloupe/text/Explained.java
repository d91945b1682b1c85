package io.github.tensorloupe.text;

/// An exception with a message for users.
public interface Explained {

  /// Returns the message as a complete sentence with a period.
  Sentence sentence();
}
