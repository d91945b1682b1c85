package io.github.tensorloupe.text;

/// A sentence within another [Sentence]. It is displayed without its full stop, and with a
/// lower-case first letter unless it starts with a name.
public record Clause(Sentence sentence) {}
