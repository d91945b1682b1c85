package io.github.tensorloupe.text;

/// A sentence as a part of another [Sentence]: its full stop is left out, and its first word is
/// written with a small letter unless it is a name.
public record Clause(Sentence sentence) {}
