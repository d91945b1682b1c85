package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Sentence;

/// The result of a recovery.
public record RecoveryReport(RecoveryAction action, Sentence sentence) {}
