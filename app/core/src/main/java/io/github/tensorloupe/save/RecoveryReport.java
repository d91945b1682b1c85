package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Sentence;

/// The result of a recovery.
///
/// @param isConfirmed false if the disk has not confirmed it
public record RecoveryReport(RecoveryAction action, Sentence sentence, boolean isConfirmed) {}
