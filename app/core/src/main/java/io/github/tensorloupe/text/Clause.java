package io.github.tensorloupe.text;

/// A sentence embedded in another [Sentence]. Displayed without its period and with a lowercase
/// first letter unless it starts with a name.
public record Clause(Sentence sentence) {}
