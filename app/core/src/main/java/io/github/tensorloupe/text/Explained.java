package io.github.tensorloupe.text;

/// A failure that says in a sentence for a person what went wrong, and where.
public interface Explained {

  /// Returns the sentence, which ends with its full stop.
  Sentence sentence();
}
